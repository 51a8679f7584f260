import type { HeldTile } from "../answers";
import { doubtfulTiles } from "../doubt";
import { chosen, draft, enterShownHand, evaluation, hand, litPlaces } from "../store";
import { text } from "../texts";
import { tileName } from "../tile_names";
import { Face } from "./face";

interface Shown {
  readonly tile: HeldTile;
  readonly place: string;
}

/** The hand that was read from a photo. */
export function HandView() {
  const shown = hand.value;
  if (shown === null || draft.value.typed !== null) return null;
  const doubtful = doubtfulTiles(evaluation.value?.reading, draft.value.answers);
  const groups = [
    { title: text("in_hand"), tiles: placed(shown.concealed, "h") },
    {
      title: text("winning"),
      tiles: shown.winning === null ? [] : [{ tile: shown.winning, place: "w" }],
    },
    ...shown.melds.map((meld, k) => ({
      title: k === 0 ? text("sets") : "\u00a0",
      tiles: placed(meld.tiles, `m${k}.`),
    })),
    { title: text("flowers"), tiles: placed(shown.flowers, "f") },
    { title: text("dora"), tiles: placed(shown.dora, "d") },
    { title: text("ura"), tiles: placed(shown.ura, "u") },
  ];
  return (
    <section aria-labelledby="hand-title">
      <h2 id="hand-title">{text("hand")}</h2>
      <div class="groups">
        {groups
          .filter(({ tiles }) => tiles.length > 0)
          .map(({ title, tiles }, k) => (
            <div class="group" key={k}>
              <h3>{title}</h3>
              <div class="tiles">
                {tiles.map(({ tile, place }) => (
                  <TileButton
                    key={place}
                    tile={tile}
                    place={place}
                    isDoubtful={tile.id !== null && doubtful.includes(tile.id)}
                  />
                ))}
              </div>
            </div>
          ))}
      </div>
      <div class="actions">
        {doubtful.length > 0 && (
          <button
            type="button"
            onClick={() => {
              chosen.value = doubtful[0]!;
            }}
          >
            {text("check_doubtful", { count: doubtful.length })}
          </button>
        )}
        <button type="button" class="quiet" onClick={enterShownHand}>
          {text("change_by_tapping")}
        </button>
      </div>
    </section>
  );
}

function placed(tiles: readonly HeldTile[], prefix: string): readonly Shown[] {
  return tiles.map((tile, at) => ({ tile, place: `${prefix}${at}` }));
}

function TileButton({
  tile,
  place,
  isDoubtful,
}: {
  tile: HeldTile;
  place: string;
  isDoubtful: boolean;
}) {
  const { id } = tile;
  const name = tileName(tile.kind);
  return (
    <button
      type="button"
      class={`tile ${isDoubtful ? "doubtful" : ""} ${litClass(place)}`}
      disabled={id === null}
      aria-label={isDoubtful ? `${name} (${text("doubtful")})` : name}
      onClick={() => {
        chosen.value = id;
      }}
    >
      <Face kind={tile.kind} />
    </button>
  );
}

/** Return the class of a tile while a pattern is lit. */
export function litClass(place: string): string {
  const lit = litPlaces.value;
  if (lit === null) return "";
  return lit.has(place) ? "lit" : "dim";
}
