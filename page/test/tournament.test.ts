import { describe, expect, it } from "vitest";
import {
  clockPhase,
  clockText,
  decimalText,
  mostFinalists,
  partsOf,
  secondsLeft,
  shownRound,
  type TournamentRound,
  type TournamentView,
} from "../src/tournament";

const PLAN = { rounds: 3, minutes: 90, last_minutes: 5 };
const RUNNING = { seconds_left: 600, running: true };

function round(number: number, status: TournamentRound["status"]): TournamentRound {
  return { number, status, outdated: false, clock: null, byes: [], tables: [] };
}

describe("the clock of a round", () => {
  it("runs on since the server stated it", () => {
    expect(secondsLeft(RUNNING, 60_000)).toBe(540);
    expect(secondsLeft({ ...RUNNING, running: false }, 60_000)).toBe(600);
  });

  it("announces the last hand, and the end", () => {
    expect(clockPhase(RUNNING, 301, PLAN)).toBe("running");
    expect(clockPhase(RUNNING, 300, PLAN)).toBe("last_hand");
    expect(clockPhase(RUNNING, 0, PLAN)).toBe("time_up");
    expect(clockPhase({ ...RUNNING, running: false }, 5399, PLAN)).toBe("paused");
    expect(clockPhase({ ...RUNNING, running: false }, 5400, PLAN)).toBe("waiting");
  });

  it("is written in minutes and seconds", () => {
    expect(clockText(5400)).toBe("90:00");
    expect(clockText(59.2)).toBe("1:00");
    expect(clockText(0)).toBe("0:00");
    expect(clockText(-61)).toBe("\u22121:01");
  });
});

describe("a tournament", () => {
  it("shows the round being played, else the next, else the last", () => {
    const shown = (current: number | null, ...rounds: TournamentRound[]) =>
      shownRound({ current_round: current, rounds } as unknown as TournamentView)?.number;
    expect(shown(null)).toBe(undefined);
    expect(shown(1, round(1, "playing"), round(2, "drawn"))).toBe(1);
    expect(shown(null, round(1, "over"), round(2, "drawn"))).toBe(2);
    expect(shown(null, round(1, "over"), round(2, "over"))).toBe(2);
    expect(shown(1, round(1, "playing"), round(2, "drawn"))).toBe(1);
  });

  it("shows shared table points with two decimals at most", () => {
    expect(decimalText(2.3333)).toBe("2.33");
    expect(decimalText(-1)).toBe("\u22121");
    expect(decimalText(4)).toBe("4");
  });

  it("is shown in parts", () => {
    expect(partsOf([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
    expect(partsOf([], 2)).toEqual([]);
  });
});

describe("a cut to finalists", () => {
  const field = (count: number, finals: TournamentView["finals"] = []): TournamentView => {
    const players = Array.from({ length: count }, (_, number) => ({
      number,
      present: number !== 0,
      substitute: number === 1,
    }));
    return { players, finals } as unknown as TournamentView;
  };

  it("leaves somebody out, and is a multiple of four", () => {
    // two of them do not count: one left, one is a substitute
    expect([6, 7, 10, 11].map((count) => mostFinalists(field(count)))).toEqual([0, 4, 4, 8]);
  });

  it("is one of those who passed the last cut", () => {
    const cut = { first: 3, finalists: [2, 3, 4, 5, 6, 7, 8, 9], carry: "full" } as const;
    expect(mostFinalists(field(40, [cut]))).toBe(4);
  });
});
