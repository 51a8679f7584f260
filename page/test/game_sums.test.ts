import { expect, test, vi } from "vitest";

vi.stubGlobal("navigator", { languages: ["en"] }); // of which the texts ask for the language
const { DeviceGames } = await import("../src/device_games");

const QUERY = { search: "", shelf: "current", limit: 1 } as const;

test("the device asks Python for the results of the games that are found", async () => {
  const asked: object[] = [];
  const nothing: unknown = { results: [], counted: 0, total: 0, sums: [] };
  const games = new DeviceGames(async <T>(request: object) => {
    asked.push(request);
    return nothing as T & { error?: string };
  });
  await games.results(QUERY);
  expect(asked).toEqual([{ do: "game_results", files: [], listed: 1, total: 0 }]);
});
