import { expect, test } from "vitest";
import {
  chooseDiscarder,
  chooseWinner,
  dealOf,
  entryForm,
  followPlayers,
  isWhole,
  NO_DEAL,
  withMeasures,
  withWorth,
} from "../src/deal";

test("several may win on one discard, one alone on a drawn tile", () => {
  let deal = chooseDiscarder(NO_DEAL, "E");
  deal = chooseWinner(chooseWinner(deal, "S", 3), "W", 3);
  expect(deal.winners).toEqual(["S", "W"]);
  expect(chooseDiscarder(deal, "W").winners).toEqual(["S"]);
  expect(chooseDiscarder(deal, null).winners).toEqual(["S"]);
  expect(chooseWinner(chooseDiscarder(NO_DEAL, "E"), "E", 1).discarder).toBeUndefined();
});

test("a win is whole when it is known who won, from whom and how much", () => {
  let deal = chooseWinner(NO_DEAL, "S", 1);
  expect(isWhole(deal, "points")).toBe(false);
  deal = chooseDiscarder(deal, null);
  expect(isWhole(deal, "points")).toBe(false);
  expect(isWhole(withWorth(deal, "S", { points: "24" }), "points")).toBe(true);
  expect(isWhole(withWorth(deal, "S", { paid: {} }), "fan")).toBe(false);
  expect(isWhole({ ...NO_DEAL, ending: "none" }, "fan")).toBe(false);
  expect(isWhole({ ...NO_DEAL, ending: "none", dead: ["N"] }, "points")).toBe(true);
});

test("the entry form has each winner's worth as it was stated", () => {
  let deal = chooseWinner(chooseDiscarder(NO_DEAL, "E"), "S", 3);
  deal = chooseWinner(deal, "W", 3);
  deal = withWorth(deal, "S", { yakuman: "2", liable: "W" });
  deal = withWorth(deal, "W", { paid: { E: "500", N: "200" } });
  expect(entryForm(deal, "fan")).toEqual({
    riichi: [],
    dead: [],
    ended: {
      type: "won",
      discarder: "E",
      on_riichi_tile: false,
      winners: [
        { seat: "S", yakuman: 2, liable: "W" },
        { seat: "W", changes: { E: -500, S: -0, W: 700, N: -200 } },
      ],
    },
  });
});

test("a hand of Hong Kong is stated in faan, and comes back so", () => {
  const deal = withWorth(chooseWinner(chooseDiscarder(NO_DEAL, "E"), "S", 3), "S", { points: "5" });
  expect(isWhole(deal, "faan")).toBe(true);
  const form = { ended: { winners: [{ seat: "S", fan: 5 }] } };
  expect(entryForm(deal, "faan")).toMatchObject(form);
  const changes = { E: -4, S: 8, W: -2, N: -2 };
  const recorded = dealOf([{ type: "won", discarder: "E", winners: [{ seat: "S", changes }] }]);
  expect(entryForm(withMeasures(recorded, form), "faan")).toMatchObject(form);
});

test("a recorded deal is entered again as it was", () => {
  const changes = { E: -26, S: 42, W: -8, N: -8 };
  const won = { type: "won", discarder: "E", winners: [{ seat: "S", changes }] };
  const deal = dealOf([{ type: "riichi", seat: "W" }, won]);
  expect(deal).toMatchObject({ ending: "won", winners: ["S"], discarder: "E", riichi: ["W"] });
  expect(entryForm(deal, "fan")).toMatchObject({
    riichi: ["W"],
    ended: { winners: [{ seat: "S", changes }] },
  });
  expect(dealOf([{ type: "dead_hand", seat: "N" }])).toMatchObject({ ending: "none", dead: ["N"] });
});

test("what was entered follows the players to their seats of the next deal", () => {
  const before = { E: 0, S: 1, W: 2, N: 3 };
  const after = { E: 1, S: 2, W: 3, N: 0 };
  let deal = followPlayers(NO_DEAL, before);
  deal = chooseDiscarder(chooseWinner(deal, "S", 1), "E");
  deal = withWorth({ ...deal, riichi: ["W"], seat: "N" }, "S", { paid: { E: "8", W: "2" } });
  const moved = followPlayers(deal, after);
  expect(moved.winners).toEqual(["E"]);
  expect(moved.discarder).toBe("N");
  expect(moved.worths.E?.paid).toEqual({ N: "8", S: "2" });
  expect([moved.riichi, moved.seat, moved.seating]).toEqual([["S"], "W", after]);
  expect(followPlayers(moved, before)).toEqual(deal);
  expect(followPlayers(chooseDiscarder(NO_DEAL, null), after).discarder).toBeNull();
});
