// Every word of the page, in English and Italian.

const WORDS = {
  rules: ["Rules", "Regole"],
  photo: ["Photo", "Foto"],
  guide: [
    "Lay the hand face up in one line, the winning tile a little apart, called sets beside it. Take the photo from above.",
    "Disponi la mano scoperta in fila, la tessera vincente un po' in disparte, i gruppi chiamati accanto. Fotografa dall'alto.",
  ],
  guide_riichi: ["Dora indicators go in a row above the hand.", "Gli indicatori di dora vanno in una fila sopra la mano."],
  take: ["Take a photo", "Scatta una foto"],
  choose: ["Choose a photo", "Scegli una foto"],
  live: ["Live camera", "Fotocamera dal vivo"],
  shoot: ["Take it", "Scatta"],
  tap_in: ["Tap the hand in", "Inserisci la mano a tocchi"],
  type_in: ["or type the hand", "oppure scrivi la mano"],
  go: ["Go", "Vai"],
  reading: ["Reading the photo …", "Lettura della foto …"],
  source: ["Source", "Sorgente"],
  licence: ["AGPL-3.0-or-later", "AGPL-3.0-or-later"],
  invite: ["Invite a player", "Invita un giocatore"],
  invite_text: ["Scan with the other phone; it works once.", "Inquadra con l'altro telefono; vale una volta."],
  close: ["Close", "Chiudi"],
  cancel: ["Cancel", "Annulla"],
  offline: ["The computer does not answer: is handreader still running?", "Il computer non risponde: handreader è ancora attivo?"],
  new_hand: ["New hand", "Nuova mano"],
  undo: ["Undo", "Annulla modifica"],
  hand: ["Hand", "Mano"],
  concealed: ["In hand", "In mano"],
  winning: ["Winning tile", "Tessera vincente"],
  melds: ["Called sets and kongs", "Gruppi chiamati e kong"],
  flowers: ["Flowers", "Fiori"],
  dora: ["Dora indicators", "Indicatori di dora"],
  ura: ["Ura indicators", "Indicatori di ura dora"],
  add: ["Add a tile", "Aggiungi una tessera"],
  add_set: ["Called set", "Gruppo chiamato"],
  none_found: ["No tiles found: is the hand in the picture and face up?", "Nessuna tessera trovata: la mano è nella foto e scoperta?"],
  tap_hint: ["Tap a tile to change it.", "Tocca una tessera per cambiarla."],
  whole: ["Whole photo", "Foto intera"],
  zoom: ["The tiles", "Le tessere"],
  likely: ["Likely", "Probabili"],
  all_tiles: ["All tiles", "Tutte le tessere"],
  mark_winning: ["This tile won", "Ha vinto questa"],
  to_hand: ["Put into the hand", "Metti in mano"],
  to_flowers: ["Lay aside as a flower", "Metti da parte come fiore"],
  remove: ["Remove", "Togli"],
  make_set: ["Called as a set:", "Chiamata in un gruppo:"],
  set_back: ["Back into the hand", "Riporta in mano"],
  concealed_kong: ["concealed kong", "kong coperto"],
  called_kong: ["called kong", "kong chiamato"],
  from: ["Claimed from", "Presa da"],
  left: ["left", "sinistra"],
  across: ["across", "fronte"],
  right: ["right", "destra"],
  unknown: ["not known", "non si sa"],
  pick: ["Choose a tile", "Scegli una tessera"],
  unread: ["Tap the tiles marked “?” and say what they are.", "Tocca le tessere segnate “?” e indica quali sono."],
  which_won: ["Which tile won?", "Quale tessera ha vinto?"],
  how_won: ["How was it won?", "Come è stata vinta?"],
  special: ["Special", "Particolari"],
  no_win_short: ["no win", "non vince"],
  waiting: ["Waits for", "Attende"],
  waits_nothing: ["Thirteen tiles that wait for nothing.", "Tredici tessere che non attendono nulla."],
  copies: ["not in hand", "non in mano"],
  drawn: ["drawn", "pescata"],
  discarded: ["discarded", "scartata"],
  score: ["Score", "Punteggio"],
  points: ["points", "punti"],
  no_win: ["No win", "Non vince"],
  faulty: ["This hand cannot be", "Questa mano non è possibile"],
  incomplete: ["tiles, a set counted as three: a winning hand has 14.", "tessere, contando tre per gruppo: una mano vincente ne ha 14."],
  payments: ["Payments", "Pagamenti"],
  payer_unknown: ["Say who discarded to see who pays.", "Indica chi ha scartato per vedere chi paga."],
  not_counted: ["Not counted", "Non contano"],
  otherwise: ["Read otherwise", "Letta altrimenti"],
  others: ["Other rulebooks", "Altri regolamenti"],
  read_as: ["Read as", "Letta come"],
  dispute: ["Somebody says otherwise", "Qualcuno non è d'accordo"],
  claim: ["What was claimed", "Che cosa si sostiene"],
  claimed_total: ["Points claimed", "Punti sostenuti"],
  claimed_patterns: ["Patterns claimed (if listed)", "Combinazioni sostenute (se elencate)"],
  choose_pattern: ["Add a pattern …", "Aggiungi una combinazione …"],
  compare: ["Compare", "Confronta"],
  agrees: ["The claim is right.", "È giusto."],
  pattern: ["Pattern", "Combinazione"],
  ours: ["Counts", "Conta"],
  said: ["Claimed", "Sostenuto"],
  times: ["×", "×"],
  save: ["Save as a page", "Salva come pagina"],
  problem: ["Problem", "Problema"],
  remark: ["Note", "Nota"],
  taken_as: ["taken as", "inteso come"],
  back: ["face down", "coperta"],
  pairs_hint: ["Lit in the photo", "Evidenziate nella foto"],
  no_camera: ["The camera cannot be used.", "La fotocamera non è utilizzabile."],
};

const SUITS = { m: ["characters", "caratteri"], p: ["dots", "palle"], s: ["bamboo", "bambù"] };
const HONOURS = [
  ["East", "Est"], ["South", "Sud"], ["West", "Ovest"], ["North", "Nord"],
  ["white dragon", "drago bianco"], ["green dragon", "drago verde"], ["red dragon", "drago rosso"],
];
const FLOWERS = [
  ["plum", "pruno"], ["orchid", "giglio"], ["chrysanthemum", "crisantemo"], ["bamboo flower", "bambù (fiore)"],
  ["spring", "primavera"], ["summer", "estate"], ["autumn", "autunno"], ["winter", "inverno"],
];

export const LANGUAGES = ["en", "it"];
let at = 0;

export const lang = () => LANGUAGES[at];

export function speak(language) {
  at = Math.max(0, LANGUAGES.indexOf(language));
  document.documentElement.lang = lang();
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = say(element.dataset.word);
  }
}

export const say = (word) => WORDS[word][at];

/** Name of a tile for people who hear the page. */
export function tileName(kind) {
  if (kind === "back") return say("back");
  if (kind === "?") return "?";
  const [rank, suit] = kind;
  if (suit === "z") return HONOURS[rank - 1][at];
  if (suit === "f") return FLOWERS[rank - 1][at];
  if (rank === "0") return `5 ${SUITS[suit][at]} (${["red", "rosso"][at]})`;
  return `${rank} ${SUITS[suit][at]}`;
}

/** A sentence with the tiles in it named: "Is 7z a pung ...?" -> "Is red dragon a pung ...?" */
export const inWords = (text) => text.replace(/(?<![\w])([0-9][mpsz]|[1-8]f)(?![\w])/g, (kind) => tileName(kind));
