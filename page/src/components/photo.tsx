import { signal } from "@preact/signals";
import type { Tile } from "../answers";
import { catalogue, chosen, draft, evaluation, photoAddress } from "../store";
import { text } from "../texts";

const SURE = 0.9;
const AROUND = 0.04;

/** Whether the whole photo is shown, or the hand's part of it. */
const isWhole = signal(false);

/** The photo, with the tiles outlined and named; a tap on a tile corrects it. */
export function Photo() {
  const { recognition } = draft.value;
  const reading = evaluation.value?.reading;
  const address = photoAddress.value;
  if (address === null) return null;
  if (recognition === null || reading === undefined) {
    return (
      <section class="photo">
        <img src={address} alt="" />
      </section>
    );
  }
  const { width, height } = recognition;
  const inHand = reading.tiles.filter((tile) => tile.role !== "other");
  const shown = isWhole.value ? [] : inHand.length > 0 ? inHand : reading.tiles;
  const view = visiblePart(shown, width, height);
  const asked = new Set(reading.questions.flatMap((question) => question.tiles));
  return (
    <section class="photo">
      <svg viewBox={view.join(" ")} role="group" aria-label={text("photo_of_tiles")}>
        <image href={address} width={width} height={height} preserveAspectRatio="none" />
        {reading.tiles.map((tile) => (
          <Outline key={tile.id} tile={tile} isAsked={asked.has(tile.id)} />
        ))}
      </svg>
      <p class="hint">
        {reading.tiles.length > 0 && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              isWhole.value = !isWhole.value;
            }}
          >
            {text(isWhole.value ? "zoom" : "whole")}
          </button>
        )}{" "}
        {reading.tiles.length === 0
          ? text("none_found")
          : `${text("tiles", {
              count: reading.tiles.length,
              seconds: recognition.seconds.toFixed(1),
            })} ${text("tap_hint")}`}
      </p>
    </section>
  );
}

function Outline({ tile, isAsked }: { tile: Tile; isAsked: boolean }) {
  const isDoubtful = tile.role !== "other" && (tile.names[0]?.[1] ?? 0) < SURE;
  const classes = ["outline", tile.role, isAsked && "asked", isDoubtful && "doubtful"];
  const choose = () => {
    chosen.value = tile.id;
  };
  return (
    <polygon
      points={tile.quad.map((point) => point.join(",")).join(" ")}
      class={classes.filter(Boolean).join(" ")}
      role="button"
      tabIndex={0}
      aria-label={tileName(tile.kind)}
      onClick={choose}
      onKeyDown={(event) => {
        if (event.key === "Enter" || event.key === " ") choose();
      }}
    >
      <title>{tileName(tile.kind)}</title>
    </polygon>
  );
}

/** Return the name of a kind in the page's language. */
export function tileName(kind: string): string {
  if (kind === "back") return text("face_down");
  return catalogue.value?.tiles[kind] ?? text("unreadable");
}

/** Return the part of the photo around the tiles: left, top, width, height. */
function visiblePart(tiles: readonly Tile[], width: number, height: number): number[] {
  if (tiles.length === 0) return [0, 0, width, height];
  const xs = tiles.flatMap((tile) => tile.quad.map((point) => point[0]));
  const ys = tiles.flatMap((tile) => tile.quad.map((point) => point[1]));
  const margin = AROUND * Math.max(width, height);
  const left = Math.max(0, Math.min(...xs) - margin);
  const top = Math.max(0, Math.min(...ys) - margin);
  const right = Math.min(width, Math.max(...xs) + margin);
  const bottom = Math.min(height, Math.max(...ys) + margin);
  return [left, top, right - left, bottom - top];
}
