import { useEffect, useState } from "preact/hooks";
import { home, postTo, ServerError } from "../server";
import { text } from "../texts";
import "./looking_link.css";

/** A link as the server makes it. */
interface Invitation {
  readonly url: string;
  /** The link as a QR code: a `data:` address of an SVG. */
  readonly svg: string;
}

/** A link with its QR code; `picture` is an address of this page. */
export interface ShownLink {
  readonly url: string;
  readonly picture: string;
}

/** Ask for a link that lets another phone in. */
export async function requestLink(asked: object): Promise<ShownLink> {
  const { url, svg } = await postTo<Invitation>("api/invite", asked);
  // the page's policy has no data: addresses
  const content = decodeURIComponent(svg.slice(svg.indexOf(",") + 1));
  return { url, picture: URL.createObjectURL(new Blob([content], { type: "image/svg+xml" })) };
}

/** A link as text and as a code to scan. */
export function LinkPicture({ link, hint }: { link: ShownLink; hint: string }) {
  return (
    <div class="invitation">
      <p>{hint}</p>
      <img src={link.picture} alt={link.url} width={240} height={240} />
      <p>
        <code>{link.url}</code>
      </p>
    </div>
  );
}

/** A button for a link by which any number of phones look on, from this place of the page. */
export function LookingLink({ place = null }: { place?: string | null }) {
  const [link, setLink] = useState<ShownLink | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => () => (link === null ? undefined : URL.revokeObjectURL(link.picture)), [link]);
  if (home.value?.invite !== true) return null;
  const ask = async () => {
    try {
      setLink(await requestLink({ role: "spectator", ...(place === null ? {} : { place }) }));
      setFault(null);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      setFault(error.message);
    }
  };
  return (
    <>
      <button type="button" onClick={() => void ask()}>
        {text("looking_link")}
      </button>
      {fault !== null && <p role="alert">{fault}</p>}
      {link !== null && <LinkPicture link={link} hint={text("looking_hint")} />}
    </>
  );
}
