/** Players as they are typed or pasted: one a line, with what they state beside their names. */

/** A player who is to be entered. */
export interface EnteredPlayer {
  readonly name: string;
  readonly player_number: string;
  readonly country: string;
  readonly team: string;
}

/** Return the players of a field: a name a line, or several with commas between them; or, with
 * semicolons or the tabs of a spreadsheet, name, number, country and team. */
export function parsePlayers(value: string): readonly EnteredPlayer[] {
  return value
    .split("\n")
    .flatMap((line) =>
      /[;\t]/.test(line) ? [line.split(/[;\t]/)] : line.split(",").map((name) => [name]),
    )
    .map((cells) => {
      const [name = "", player_number = "", country = "", team = ""] = cells.map((cell) =>
        cell.trim(),
      );
      return { name, player_number, country, team };
    })
    .filter(({ name }) => name !== "");
}

/** Return what a player states beside the name, in one line; "" for nothing. */
export function statedText(player: Omit<EnteredPlayer, "name">): string {
  return [player.player_number, player.country, player.team]
    .filter((part) => part !== "")
    .join(" \u00b7 ");
}
