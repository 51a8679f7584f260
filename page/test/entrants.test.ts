import { describe, expect, it } from "vitest";
import { parsePlayers, statedText } from "../src/entrants";

const NOTHING = { player_number: "", country: "", team: "" };

describe("players as they are typed", () => {
  it("are one a line, or several with commas between them", () => {
    expect(parsePlayers(" Anna \n\nBo, Carla,\n")).toEqual([
      { name: "Anna", ...NOTHING },
      { name: "Bo", ...NOTHING },
      { name: "Carla", ...NOTHING },
    ]);
  });

  it("state number, country and team behind semicolons or tabs", () => {
    const anna = { name: "Anna Rossi", player_number: "04160092", country: "ITA", team: "Aces, A" };
    expect(parsePlayers("Anna Rossi; 04160092; ITA; Aces, A; more")).toEqual([anna]);
    expect(parsePlayers("Anna Rossi\t04160092\tITA\tAces, A\r\n")).toEqual([anna]);
    expect(parsePlayers("Bo;;DEN")).toEqual([{ name: "Bo", ...NOTHING, country: "DEN" }]);
    expect(parsePlayers(";7;ITA")).toEqual([]);
  });

  it("are stated in one line", () => {
    expect(statedText({ player_number: "7", country: "ITA", team: "" })).toBe("7 · ITA");
    expect(statedText(NOTHING)).toBe("");
  });
});
