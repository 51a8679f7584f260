import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./components/app";
import "./page.css";
import { registerOffline, takeSharedPhoto } from "./offline";
import { readPhoto, start, translate } from "./store";
import { language } from "./texts";
import { followTableGame } from "./watch_game";
import { startWatching } from "./watch_store";

effect(() => {
  document.documentElement.lang = language.value;
});
render(<App />, document.getElementById("page")!);
startWatching();
followTableGame();
void takeSharedPhoto().then((photo) => photo && readPhoto(photo));
void start().then(() => {
  let first = true;
  effect(() => {
    void language.value;
    if (!first) void translate();
    first = false;
  });
  void registerOffline();
});
