import { tileName } from "../tile_names";

const FACES = import.meta.glob<string>("../../../datasets/faces/classic/[0-9][mpszf].svg", {
  query: "?url",
  import: "default",
  eager: true,
});

/** Return the address of a face's drawing; undefined for what has none. */
export function faceAddress(kind: string): string | undefined {
  return FACES[`../../../datasets/faces/classic/${kind}.svg`];
}

/** The drawing of a tile's face. */
export function Face({
  kind,
  isNamed = false,
}: {
  kind: string;
  /** Whether words beside it name the tile: a screen reader reads it once. */
  isNamed?: boolean;
}) {
  const address = faceAddress(kind);
  if (address === undefined) {
    return (
      <span class={kind === "back" ? "face back" : "face unread"}>
        {kind === "back" ? "" : "?"}
      </span>
    );
  }
  return <img class="face" src={address} alt={isNamed ? "" : tileName(kind)} />;
}
