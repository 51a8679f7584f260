/** The tournaments' state, and the organiser's actions. The address names the one that is open. */

import { computed, effect, signal } from "@preact/signals";
import { goTo, type Spot, spot } from "./address";
import { BYTE_ORDER } from "./game_home";
import { saveFile } from "./saved_page";
import { getFrom, getText, postTo, server } from "./server";
import { language } from "./texts";
import type { TournamentSummary, TournamentView } from "./tournament";

const EVERY = 3000; // milliseconds between looks

const KINDS = ["tournament", "wall", "cards", "slips"] as const;

interface Place {
  readonly kind: (typeof KINDS)[number];
  readonly id: string;
}

export const tournaments = signal<readonly TournamentSummary[]>([]);
/** Deleted tournaments, which their organisers can restore. */
export const deletedTournaments = signal<readonly TournamentSummary[]>([]);
/** The code that lets another phone organise a tournament, once. */
export const organiserCode = signal<{ readonly id: string; readonly code: string } | null>(null);
/** Which tournament the address names, and whether it is the page for the wall, or one to print. */
export const place = computed<Place | null>(() => parsePlace(spot.value.part));
const stated = signal<{ readonly view: TournamentView; readonly at: number } | null>(null);
/** The open tournament; null while it is loaded. */
export const tournament = computed(() => {
  const view = stated.value?.view ?? null;
  return view?.id === place.value?.id ? view : null;
});
/** Milliseconds since 1970 when the server stated it. */
export const statedAt = computed(() => stated.value?.at ?? 0);
/** Why the last step was refused. */
export const tournamentRefusal = signal<string | null>(null);
/** The time now, once a second. */
export const now = signal(Date.now());
let isChanging = false;
/** How many changes were answered: an answer that was asked for before one of them may be older. */
let changes = 0;

/** Follow the server. */
export function startTournaments(): void {
  if (server === null) return;
  effect(() => {
    void place.value;
    tournamentRefusal.value = null;
  });
  setInterval(() => {
    now.value = Date.now();
  }, 1000);
  effect(() => {
    void language.value;
    if (place.value !== null) void look(false);
  });
  setTimeout(lookAgain, EVERY);
}

/** Return the spot of a tournament, of its page for the wall, or of its sheets to print. */
export function spotOf(kind: Place["kind"], id: string): Spot {
  return { place: "tournament", part: `${kind}=${id}` };
}

export function openTournament(id: string): void {
  goTo(spotOf("tournament", id));
}

/** Go on to a game, or to the list of games. */
export function closeTournament(game = ""): void {
  goTo({ place: "game", part: game });
}

/** Get the list again. */
export async function listTournaments(): Promise<void> {
  if (server === null) return;
  try {
    tournaments.value = await listOf("api/tournaments");
  } catch {
    // out of reach: the page says so, and asks again
  }
}

/** Get the list of the deleted ones. */
export async function listDeletedTournaments(): Promise<void> {
  if (server === null) return;
  try {
    deletedTournaments.value = await listOf("api/tournaments?shelf=deleted");
  } catch {
    // out of reach: the page says so
  }
}

async function listOf(path: string): Promise<readonly TournamentSummary[]> {
  return (await getFrom<{ tournaments: readonly TournamentSummary[] }>(path)).tournaments;
}

/** Create a tournament and open it; return whether it was. */
export async function createTournament(wanted: object): Promise<boolean> {
  return settle(async () => {
    const view = await postTo<TournamentView>("api/tournaments", wanted);
    show(view);
    openTournament(view.id);
  });
}

/** Ask for a change of the open tournament; a second tap meanwhile does nothing. */
export async function changeTournament(type: string, fields: object = {}): Promise<boolean> {
  const shown = tournament.value;
  if (shown === null || isChanging) return false;
  isChanging = true;
  try {
    return await settle(async () => {
      const asked = { type, revision: shown.revision, ...fields };
      show(await postTo<TournamentView>(pathOf(shown.id), asked));
    });
  } finally {
    isChanging = false;
  }
}

/** Delete the open tournament; its games stay. */
export async function deleteTournament(): Promise<void> {
  const shown = tournament.value;
  if (shown === null) return;
  const asked = { type: "deleted", revision: shown.revision };
  const isDeleted = await settle(async () => {
    await postTo(pathOf(shown.id), asked);
  });
  if (isDeleted) closeTournament();
}

/** Restore a deleted tournament and open it. */
export async function restoreTournament(id: string): Promise<void> {
  await settle(async () => {
    show(await postTo<TournamentView>(pathOf(id), { type: "restored" }));
    openTournament(id);
  });
}

/** Get a code that lets another phone organise the open tournament. */
export async function inviteOrganiser(): Promise<void> {
  const shown = tournament.value;
  if (shown === null) return;
  await settle(async () => {
    const { code } = await postTo<{ code: string }>(pathOf(shown.id), { type: "invited" });
    organiserCode.value = { id: shown.id, code };
    await look(false);
  });
}

/** Organise the open tournament with a code of an organiser. */
export async function useOrganiserCode(code: string, name: string): Promise<void> {
  const shown = tournament.value;
  if (shown === null) return;
  await settle(async () => {
    const asked = { type: "organiser", code, name };
    show(await postTo<TournamentView>(pathOf(shown.id), asked));
  });
}

/** Save a file of the open tournament. */
export async function exportTournament(name: string): Promise<void> {
  const shown = tournament.value;
  if (shown === null) return;
  await settle(async () => {
    const content = await getText(`${pathOf(shown.id)}/${name}`);
    const mark = name.endsWith("csv") ? BYTE_ORDER : "";
    saveFile(new Blob([mark + content], { type: "text/plain" }), `handreader-${name}`);
  });
}

async function settle(step: () => Promise<void>): Promise<boolean> {
  try {
    await step();
    tournamentRefusal.value = null;
    return true;
  } catch (error) {
    tournamentRefusal.value = error instanceof Error ? error.message : String(error);
    await look(true);
    return false;
  }
}

/** Show what a change was answered with. */
function show(view: TournamentView): void {
  changes += 1;
  stated.value = { view, at: Date.now() };
}

/** Get the open tournament; `since`: only if it has changed. */
async function look(since: boolean): Promise<void> {
  const wanted = place.value;
  if (wanted === null) return;
  const known = since ? tournament.value : null;
  const query = known === null ? "" : `?since=${known.version}`;
  const before = changes;
  try {
    const found = await getFrom<TournamentView | { readonly unchanged: true }>(
      pathOf(wanted.id) + query,
    );
    if ("unchanged" in found || place.value?.id !== wanted.id) return;
    if (changes === before) stated.value = { view: found, at: Date.now() };
    else await look(since);
  } catch (error) {
    if (known === null) tournamentRefusal.value = error instanceof Error ? error.message : "";
  }
}

async function lookAgain(): Promise<void> {
  if (!document.hidden && !isChanging) {
    await (place.value === null ? listTournaments() : look(true));
  }
  setTimeout(lookAgain, EVERY);
}

function parsePlace(part: string): Place | null {
  const match = /^(\w+)=([0-9a-f]{1,32})$/.exec(part);
  const kind = KINDS.find((one) => one === match?.[1]);
  return kind === undefined || server === null ? null : { kind, id: match?.[2] ?? "" };
}

function pathOf(id: string): string {
  return `api/tournaments/${id}`;
}
