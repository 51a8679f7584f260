import type { Hand, HeldTile } from "../answers";
import type { Place } from "../highlight";
import { text } from "../texts";
import { tileName } from "../tile_names";
import { Face } from "./face";

interface Shown {
  readonly tile: HeldTile;
  readonly place: Place;
}

/** The tiles of a hand in their groups; a tap on one that was seen corrects it. */
export function HandTiles({
  hand,
  doubtful,
  lit,
  onPick,
}: {
  hand: Hand;
  doubtful: readonly number[];
  /** Places of the tiles of the lit pattern; null while none is lit. */
  lit: ReadonlySet<Place> | null;
  onPick: (id: number) => void;
}) {
  const groups: readonly { title: string | null; tiles: readonly Shown[] }[] = [
    { title: text("in_hand"), tiles: placed(hand.concealed, "h") },
    {
      title: text("winning"),
      tiles: hand.winning === null ? [] : [{ tile: hand.winning, place: "w" }],
    },
    ...hand.melds.map((meld, k) => ({
      title: k === 0 ? text("sets") : null,
      tiles: placed(meld.tiles, `m${k}.`),
    })),
    { title: text("flowers"), tiles: placed(hand.flowers, "f") },
    { title: text("dora"), tiles: placed(hand.dora, "d") },
    { title: text("ura"), tiles: placed(hand.ura, "u") },
  ];
  return (
    <div class="groups">
      {groups
        .filter(({ tiles }) => tiles.length > 0)
        .map(({ title, tiles }, k) => (
          <div class="group" key={k}>
            {title !== null && <h3>{title}</h3>}
            <div class="tiles">
              {tiles.map(({ tile, place }) => (
                <TileButton
                  key={place}
                  tile={tile}
                  isDoubtful={tile.id !== null && doubtful.includes(tile.id)}
                  light={lightClass(lit, place)}
                  onPick={onPick}
                />
              ))}
            </div>
          </div>
        ))}
    </div>
  );
}

/** Return the class of a tile while a pattern is lit. */
export function lightClass(lit: ReadonlySet<Place> | null, place: Place): string {
  if (lit === null) return "";
  return lit.has(place) ? "lit" : "dim";
}

function placed(tiles: readonly HeldTile[], prefix: string): readonly Shown[] {
  return tiles.map((tile, at) => ({ tile, place: `${prefix}${at}` }));
}

function TileButton({
  tile,
  isDoubtful,
  light,
  onPick,
}: {
  tile: HeldTile;
  isDoubtful: boolean;
  light: string;
  onPick: (id: number) => void;
}) {
  const { id } = tile;
  const name = tileName(tile.kind);
  return (
    <button
      type="button"
      class={`tile ${isDoubtful ? "doubtful" : ""} ${light}`}
      disabled={id === null}
      aria-label={isDoubtful ? `${name} (${text("doubtful")})` : name}
      onClick={() => {
        if (id !== null) onPick(id);
      }}
    >
      <Face kind={tile.kind} />
    </button>
  );
}
