// Builds the npm package of the engine, ready for `npm pack`:
//
//   node package/build.mjs OUT_FOLDER VERSION oknos.wasm LICENSE
//
// in a folder with package/, src/, tsconfig.json and node_modules of web/.
import { build } from "esbuild"; // comes with Vite
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [out, version, wasm, license] = process.argv.slice(2).map((word, i) => (i === 1 ? word : resolve(word)));
if (!license) {
  console.error("build.mjs: usage: node package/build.mjs OUT_FOLDER VERSION oknos.wasm LICENSE");
  process.exit(2);
}
const here = fileURLToPath(new URL(".", import.meta.url));
const dist = join(out, "dist");
rmSync(out, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

// The declarations of the package's own interface are two files; those of what is behind it stay here.
const types = mkdtempSync(join(tmpdir(), "oknos-types-"));
try {
  execFileSync(resolve("node_modules/.bin/tsc"), ["-p", join(here, "tsconfig.json"), "--outDir", types], { stdio: "inherit" });
  for (const name of ["index.d.ts", "types.d.ts"]) copyFileSync(join(types, "package/src", name), join(dist, name));
} finally {
  rmSync(types, { recursive: true });
}

// Each file stands alone, so that no bundler has to find a chunk of a worker.
await build({
  entryPoints: ["index", "node", "worker", "node_worker"].map((name) => join(here, "src", `${name}.ts`)),
  outdir: dist,
  bundle: true,
  format: "esm",
  target: "es2022",
  external: ["node:*"],
  logLevel: "warning",
});
copyFileSync(wasm, join(dist, "oknos.wasm"));
copyFileSync(license, join(out, "LICENSE"));
copyFileSync(join(here, "README.md"), join(out, "README.md"));
const manifest = { ...JSON.parse(readFileSync(join(here, "package.json"), "utf8")), version };
writeFileSync(join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
