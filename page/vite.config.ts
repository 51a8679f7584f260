import { defineConfig } from "vite";
import { assets, OLDEST } from "./build/assets";
import { precache } from "./build/service_worker";

/** A net never changes under its name: the server of a wheel has it beside those it reads with. */
function assetFileNames({ names }: { names: string[] }): string {
  const isNet = names[0]?.endsWith(".onnx");
  return isNet ? "assets/[name][extname]" : "assets/[name]-[hash][extname]";
}

export default defineConfig({
  base: "./", // the site works under any path
  plugins: [assets(), precache()],
  worker: {
    format: "es",
    plugins: () => [assets()],
    rolldownOptions: { output: { assetFileNames } },
  },
  build: {
    target: ["es2021", OLDEST],
    cssTarget: OLDEST,
    assetsInlineLimit: 0, // the policy allows no data: addresses
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", sw: "src/sw.ts" },
      output: {
        assetFileNames,
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  // nets and pixel steps take seconds while others use the machine
  test: { include: ["test/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 },
} as Parameters<typeof defineConfig>[0]);
