import { defineConfig } from "vite";
import { assets } from "./build/assets";
import { precache } from "./build/service_worker";

export default defineConfig({
  base: "./", // the site works under any path
  plugins: [assets(), precache()],
  worker: { format: "es", plugins: () => [assets()] },
  build: {
    target: ["es2021", "safari15"],
    assetsInlineLimit: 0, // the policy allows no data: addresses
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", sw: "src/sw.ts" },
      output: {
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  // pixel steps take seconds while others use the machine
  test: { include: ["test/**/*.test.ts"], testTimeout: 60_000 },
} as Parameters<typeof defineConfig>[0]);
