import { useState } from "preact/hooks";
import { addressOf } from "../address";
import type { Evaluation, Item } from "../answers";
import { askPython } from "../engines";
import { draft } from "../hand_draft";
import { drawHand } from "../hand_picture";
import { handRequest } from "../hand_request";
import { evaluation, hand } from "../hand_score";
import { rulesName } from "../names";
import { handLink, handSpot } from "../places";
import { previewOf } from "../preview";
import { savedPage, shareAddress, shareOrSave } from "../saved_page";
import { sentenceLanguage, text } from "../texts";
import { pointsText } from "./books";
import { faceAddress } from "./face";
import { Icon } from "./icon";
import { paymentsText } from "./total_bar";

/** Sends the explained hand: as a picture, as a link, or as a page of its own. */
export function ShareButtons() {
  const [isDrawing, setDrawing] = useState(false);
  const scored = evaluation.value?.score;
  if (scored?.state !== "won" && scored?.state !== "no_win") return null;
  return (
    <div class="actions share">
      {scored.state === "won" && scored.score !== null && (
        <button
          type="button"
          disabled={isDrawing}
          onClick={() => {
            setDrawing(true);
            void sendPicture().finally(() => setDrawing(false));
          }}
        >
          <Icon name="share" />
          {text("send_picture")}
        </button>
      )}
      {handLink.value !== null && (
        <button type="button" class="quiet" onClick={() => void sendLink()}>
          {text("send_link")}
        </button>
      )}
      <button type="button" class="quiet" onClick={() => void save()}>
        {text("save_page")}
      </button>
    </div>
  );
}

function sendLink(): Promise<void> {
  return shareAddress(new URL(addressOf(handSpot.value), location.href).href, text("send_link"));
}

async function save(): Promise<void> {
  const now = new Date();
  const date = now.toLocaleString(document.documentElement.lang);
  const content = await savedPage(text("saved_title", { date }), draft.value.photo);
  await shareOrSave(content, `handreader-${momentOf(now)}.html`);
}

async function sendPicture(): Promise<void> {
  const shown = hand.value;
  const scored = evaluation.value?.score;
  if (shown === null || scored?.state !== "won" || scored.score === null) return;
  const now = new Date();
  const items = await namedInChinese(scored.score.items);
  const sent = {
    hand: shown,
    strip: await stripOfPhoto(),
    total: String(scored.score.total),
    unit: text("points_of_total", { count: scored.score.total }),
    patterns: items.map((item) => ({ name: item.name, points: pointsText(item) })),
    notes: scored.score.notes,
    pays: paymentsText(scored.score),
    below: [rulesName(), now.toLocaleDateString(document.documentElement.lang)],
  };
  await shareOrSave(await drawHand(sent, loadFace), `handreader-${momentOf(now)}.png`);
}

/** Return the patterns with their Chinese names behind those of the player's language. */
async function namedInChinese(items: readonly Item[]): Promise<readonly Item[]> {
  const lang = `${sentenceLanguage.value}+zh`;
  const found = await handRequest(draft.value, { lang })
    .then(askPython<Evaluation>)
    .catch(() => null);
  const scored = found?.score;
  return scored?.state === "won" && scored.score !== null ? scored.score.items : items;
}

/** Return the photo's part with the hand's tiles; null where there is no photo. */
async function stripOfPhoto(): Promise<HTMLCanvasElement | null> {
  const { photo, recognition } = draft.value;
  const tiles = evaluation.value?.reading?.tiles.filter(({ role }) => role !== "other") ?? [];
  if (photo === null || recognition === null || tiles.length === 0) return null;
  const address = URL.createObjectURL(await previewOf(photo));
  const picture = await loadPicture(address);
  URL.revokeObjectURL(address);
  if (picture === null) return null;
  const scale = picture.naturalWidth / recognition.width;
  const points = tiles.flatMap(({ quad }) => quad);
  const [xs, ys] = [points.map(([x]) => x * scale), points.map(([, y]) => y * scale)];
  const margin = 0.03 * (Math.max(...xs) - Math.min(...xs));
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const strip = document.createElement("canvas");
  strip.width = Math.max(...xs) + margin - left;
  strip.height = Math.max(...ys) + margin - top;
  strip.getContext("2d")?.drawImage(picture, -left, -top);
  return strip;
}

function loadFace(kind: string): Promise<HTMLImageElement | null> {
  const address = faceAddress(kind);
  return address === undefined ? Promise.resolve(null) : loadPicture(address);
}

function loadPicture(address: string): Promise<HTMLImageElement | null> {
  return new Promise((resolve) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => resolve(null);
    picture.src = address;
  });
}

function momentOf(now: Date): string {
  return now.toISOString().slice(0, 16).replace(/[:T]/g, "-");
}
