import { expect, test } from "vitest";
import { release } from "../src/buffers";

test("a buffer that is released is empty, whoever made it", async () => {
  const own = new Uint8Array(1 << 20);
  release(own.buffer);
  expect(own.length).toBe(0);
  const loaded = await new Response(new Uint8Array(1 << 20)).arrayBuffer();
  release(loaded);
  expect(loaded.byteLength).toBe(0);
});
