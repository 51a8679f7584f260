// what components share comes before their own styles
import "./page.css";

import { effect } from "@preact/signals";
import { render } from "preact";
import { followAddress } from "./address";
import { App } from "./components/app";
import { answerInWords } from "./components/total_bar";
import { startEvening } from "./evening_steps";
import { keepAnswers } from "./last_answer";
import { registerOffline, takeSharedPhotos } from "./offline";
import { resumeCamera } from "./phone_camera";
import { followPlaces } from "./places";
import { isCamera } from "./server";
import { start } from "./start";
import { awaitInstallOffer } from "./stay";
import { startSetup } from "./table_setup";
import { sentenceLanguage } from "./texts";
import { place, startTournaments } from "./tournament_store";
import { followTableGame } from "./watch_game";
import { startWatching } from "./watch_store";

effect(() => {
  document.documentElement.lang = sentenceLanguage.value;
});
effect(() => {
  const kind = place.value?.kind;
  document.documentElement.classList.toggle("on-wall", kind === "wall");
  document.documentElement.classList.toggle("on-sheets", kind === "cards" || kind === "slips");
});
followAddress();
followPlaces();
keepAnswers(answerInWords);
render(<App />, document.getElementById("page")!);
awaitInstallOffer();
startTournaments();
startWatching();
followTableGame();
startSetup();
resumeCamera();
const shared = takeSharedPhotos();
void startEvening(shared);
void start(shared.then((files) => (files.length === 1 ? files[0]! : null))).then(() => {
  if (!isCamera.peek()) registerOffline();
});
