import { useRef } from "preact/hooks";
import type { Tile } from "../answers";
import { doubtfulTiles, SURE } from "../doubt";
import { draft } from "../hand_draft";
import { chosen } from "../hand_marks";
import { evaluation } from "../hand_score";
import { answer } from "../hand_steps";
import { shownPhoto } from "./close_up";
import { TilePicker } from "./tile_picker";

/** The dialog that corrects the chosen tile of the photo. */
export function Picker() {
  const tile = evaluation.value?.reading?.tiles.find(({ id }) => id === chosen.value);
  return tile === undefined ? null : <PhotoTilePicker tile={tile} />;
}

function PhotoTilePicker({ tile }: { tile: Tile }) {
  const isReviewing = useRef(false);
  const next = doubtfulTiles(evaluation.value?.reading, draft.value.answers).find(
    (id) => id !== tile.id,
  );
  const pick = (id: string, value: string) => {
    const wasDoubtful = (tile.names[0]?.[1] ?? 0) < SURE;
    chosen.value = wasDoubtful && next !== undefined && isReviewing.current ? next : null;
    answer(id, value);
  };
  const review = () => {
    isReviewing.current = true;
    chosen.value = next!;
  };
  return (
    <TilePicker
      tile={tile}
      picture={shownPhoto()}
      onPick={(kind) => pick(`tile:${tile.id}`, kind)}
      onClose={() => {
        chosen.value = null;
      }}
      onNext={next === undefined ? undefined : review}
      onNoTile={() => pick(`is_tile:${tile.id}`, "no")}
    />
  );
}
