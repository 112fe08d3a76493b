import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

// The report is one file that opens without a server or a network: everything it needs stands in it.
export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  build: {
    target: "es2022",
    rollupOptions: { input: "report.html" },
    chunkSizeWarningLimit: 2000,
  },
});
