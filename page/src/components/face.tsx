import { tileName } from "../tile_names";

const FACES = import.meta.glob<string>("../../../datasets/faces/classic/[0-9][mpszf].svg", {
  query: "?url",
  import: "default",
  eager: true,
});

/** The drawing of a tile's face. */
export function Face({
  kind,
  isNamed = false,
}: {
  kind: string;
  /** Whether words beside it name the tile: a screen reader reads it once. */
  isNamed?: boolean;
}) {
  const address = FACES[`../../../datasets/faces/classic/${kind}.svg`];
  if (address === undefined) {
    return (
      <span class={kind === "back" ? "face back" : "face unread"}>
        {kind === "back" ? "" : "?"}
      </span>
    );
  }
  return <img class="face" src={address} alt={isNamed ? "" : tileName(kind)} />;
}
