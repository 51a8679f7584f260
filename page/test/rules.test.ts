import { expect, test } from "vitest";
import { choiceWord, parseRules, withOption } from "../src/rules";

test("rules are an id with the answers that differ from the book's", () => {
  expect(parseRules("mcr")).toEqual({ id: "mcr", options: {} });
  const house = withOption("mcr", "even_pairs", "no", true);
  expect(house).toBe("mcr:even_pairs=no");
  const both = withOption(house, "drawn_hand", "replay", "next");
  expect(both).toBe("mcr:drawn_hand=replay,even_pairs=no");
  expect(parseRules(both).options).toEqual({ drawn_hand: "replay", even_pairs: "no" });
  expect(withOption(both, "even_pairs", "yes", true)).toBe("mcr:drawn_hand=replay");
  expect(choiceWord(25000)).toBe("25000");
});
