import type { Hand, HeldTile } from "../answers";
import { chosen, draft, evaluation } from "../store";
import { text } from "../texts";
import { Face } from "./face";
import { tileName } from "./photo";

/** The hand that was read or typed. */
export function HandView() {
  const hand: Hand | undefined = evaluation.value?.reading?.hand ?? evaluation.value?.hand;
  if (hand === undefined) return null;
  const groups = [
    { title: text("in_hand"), tiles: hand.concealed },
    { title: text("winning"), tiles: hand.winning === null ? [] : [hand.winning] },
    ...hand.melds.map((meld, k) => ({ title: k === 0 ? text("sets") : "", tiles: meld.tiles })),
    { title: text("flowers"), tiles: hand.flowers },
    { title: text("dora"), tiles: hand.dora },
    { title: text("ura"), tiles: hand.ura },
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
                {tiles.map((tile, at) => (
                  <TileButton key={at} tile={tile} />
                ))}
              </div>
            </div>
          ))}
      </div>
    </section>
  );
}

function TileButton({ tile }: { tile: HeldTile }) {
  const { id } = tile;
  const seen = evaluation.value?.reading?.tiles.find((found) => found.id === id);
  const isCorrected = id !== null && `tile:${id}` in draft.value.answers;
  const isDoubtful = seen !== undefined && !isCorrected && (seen.names[0]?.[1] ?? 0) < 0.9;
  const name = tileName(tile.kind);
  return (
    <button
      type="button"
      class={isDoubtful ? "tile doubtful" : "tile"}
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
