import { server } from "../server";
import { isPersistent } from "../stay";
import { text } from "../texts";
import { Calculator } from "./calculator";
import { Quiz } from "./quiz";
import { RuleOptions } from "./rule_options";
import { ServerTools } from "./server_tools";
import { InstallHint, StayHint } from "./stay_hint";
import { TileSetChoice } from "./tile_set_choice";

/** The rules and what is done with them, and what is set on this device. */
export function RulesPlace() {
  return (
    <>
      <h2>{text("place_rules")}</h2>
      <Quiz />
      <Calculator />
      <RuleOptions />
      <TileSetChoice />
      {server !== null && <ServerTools />}
      {isPersistent.value === null ? <InstallHint /> : <StayHint />}
      <About />
    </>
  );
}

/** Where the page's source is. */
export function About() {
  return (
    <footer>
      <a href={`${server ?? ""}source.zip`}>{text("source")}</a> {text("licence")}
    </footer>
  );
}
