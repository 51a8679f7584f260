/** Requests to a worker, and their answers. */

/** What a worker posts: an answer, an error, or bytes loaded since the last post. */
export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly loaded: number };

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A worker that answers requests in their order. */
export class Channel {
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;

  constructor(
    private readonly worker: Worker,
    onLoaded: (bytes: number) => void,
  ) {
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if ("loaded" in data) onLoaded(data.loaded);
      else this.settle(data);
    };
    worker.onerror = (event) => {
      this.refuse(event.message ?? "worker"); // without a message: its script did not load
    };
  }

  /** End the worker; what waits for it is refused. */
  close(): void {
    this.worker.terminate();
    this.refuse("closed");
  }

  private refuse(why: string): void {
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
  }

  /** Send a request; objects in `transfer` move to the worker. */
  ask<T>(request: unknown, transfer: Transferable[] = []): Promise<T> {
    const id = this.next++;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: (value) => resolve(value as T), reject });
      this.worker.postMessage({ id, request }, transfer);
    });
  }

  private settle(reply: Exclude<Reply, { loaded: number }>): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if ("error" in reply) waiting?.reject(new Error(reply.error));
    else waiting?.resolve(reply.value);
  }
}

/** The part of a worker's global scope that is used here. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<{ id: number; request: unknown }>) => void) | null;
  postMessage(reply: Reply): void;
}

const scope = self as unknown as WorkerScope;

/** Answer requests in a worker, one after the other. */
export function answerRequests<T>(answer: (request: T) => Promise<unknown>): void {
  let last: Promise<void> = Promise.resolve();
  scope.onmessage = ({ data: { id, request } }) => {
    last = last.then(async () => {
      try {
        scope.postMessage({ id, value: await answer(request as T) });
      } catch (error) {
        scope.postMessage({ id, error: String(error) });
      }
    });
  };
}

/** Load a file in a worker, and report its bytes as they come. */
export async function load(address: string): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok || response.body === null) throw new Error(`${address}: ${response.status}`);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    scope.postMessage({ loaded: part.value.length });
  }
  const file = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}
