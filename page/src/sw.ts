/** The service worker: after the first visit the page works without a network. */

interface Precache {
  readonly version: string;
  readonly files: readonly string[];
}

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface ServiceWorkerScope extends EventTarget {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}

const scope = self as unknown as ServiceWorkerScope;
const precache = "__PRECACHE__" as unknown as Precache; // the build writes the list here
const PREFIX = "handreader-";
const NAME = PREFIX + precache.version;
/** Photos that another app shared, until the page fetches them; no update deletes them. */
const SHARED = "shared-photos";
const MOST_SHARED = 100;

scope.addEventListener("install", (event) => {
  (event as ExtendableEvent).waitUntil(fill());
});

scope.addEventListener("activate", (event) => {
  (event as ExtendableEvent).waitUntil(dropOldCaches().then(() => scope.clients.claim()));
});

scope.addEventListener("message", (event) => {
  if ((event as MessageEvent).data === "update") void scope.skipWaiting();
});

scope.addEventListener("fetch", (event) => {
  const { request } = event as FetchEvent;
  if (
    request.method === "POST" &&
    request.url === new URL("share", scope.registration.scope).href
  ) {
    (event as FetchEvent).respondWith(keepShared(request));
  } else if (request.method === "GET" && isOfPage(request.url)) {
    (event as FetchEvent).respondWith(answer(request));
  }
});

/** Keep every file of this version; one of an earlier version under the same name is reused. */
async function fill(): Promise<void> {
  const cache = await caches.open(NAME);
  for (const file of precache.files) {
    const address = new URL(file, scope.registration.scope).href;
    const hashed = file.startsWith("assets/");
    const earlier = hashed ? await caches.match(address) : undefined;
    await (earlier ? cache.put(address, earlier) : cache.add(address));
  }
}

async function dropOldCaches(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Keep the photos that another app shares, and open the page, which reads them. */
async function keepShared(request: Request): Promise<Response> {
  const photos = (await request.formData()).getAll("photo").slice(0, MOST_SHARED);
  const cache = await caches.open(SHARED);
  for (const [k, photo] of photos.entries()) {
    if (!(photo instanceof File)) continue;
    const headers = {
      "content-type": photo.type,
      "x-name": encodeURIComponent(photo.name),
      "x-time": String(photo.lastModified),
    };
    await cache.put(`shared-photo-${k}`, new Response(photo, { headers }));
  }
  return Response.redirect(new URL("?shared", scope.registration.scope).href, 303);
}

/** Return whether an address is a file of the page: the server's answers are never kept. */
function isOfPage(url: string): boolean {
  const [address = ""] = url.split(/[?#]/);
  const root = scope.registration.scope;
  return address === root || precache.files.includes(address.slice(root.length));
}

/** Answer from the files of this version, else from the network. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const page = new URL("index.html", scope.registration.scope).href;
  const [address] = request.url.split(/[?#]/);
  const wanted = address === scope.registration.scope ? page : request.url;
  return (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(request);
}
