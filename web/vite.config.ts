import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

// Each page is one file that opens without a server or a network: everything it needs stands in it. One build makes one
// page: `vite build --mode explore` the explorer, any other mode the report.
export default defineConfig(({ mode }) => ({
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  build: {
    target: "es2022",
    emptyOutDir: false, // the other page lies there too
    rollupOptions: { input: mode === "explore" ? "explore.html" : "report.html" },
    chunkSizeWarningLimit: 2000,
  },
}));
