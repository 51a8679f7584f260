import { beforeEach, expect, test, vi } from "vitest";

const GLOBALS = {
  location: { hash: "" },
  history: { state: null },
  addEventListener: () => undefined,
};

beforeEach(() => {
  for (const [name, value] of Object.entries(GLOBALS)) vi.stubGlobal(name, value);
});

test("an address and what it names are one and the same", async () => {
  const { addressOf, parseSpot } = await import("../src/address");
  for (const address of [
    "#hand",
    "#hand/now",
    "#h=123m&rules=mcr",
    "#game",
    "#game/ab12",
    "#rules",
  ]) {
    expect(addressOf(parseSpot(address))).toBe(address);
  }
  for (const address of ["#tournament=ab12", "#wall=ab12", "#cards=ab12", "#slips=ab12"]) {
    expect(parseSpot(address).place).toBe("tournament");
    expect(addressOf(parseSpot(address))).toBe(address);
  }
});

test("an address that names nothing is where a hand begins", async () => {
  const { parseSpot, START } = await import("../src/address");
  for (const address of ["", "#", "#nowhere", "#hand/elsewhere", "#top"]) {
    expect(parseSpot(address)).toEqual(START);
  }
  expect(parseSpot("#game/%E0%A4%A")).toEqual({ place: "game", part: "" });
});
