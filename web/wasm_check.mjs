// Tries the explorer's WebAssembly module under Node.js, and compares it with the program:
//
//   node wasm_check.mjs oknos.wasm [OKNOS_LAB]   a search, a tree, a node and a search after all
//   node wasm_check.mjs --bench DEPTH oknos.wasm  nodes, milliseconds and nodes a second, as `oknos bench` counts them
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const kDepth = 6; // plies
const kEvery = 97; // of so many entries one is looked at

// The page's own side of the module, with its types taken away.
const source = readFileSync(fileURLToPath(new URL("src/explore/wasm_module.ts", import.meta.url)), "utf8");
const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } });
const { WasmService } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);

const words = process.argv.slice(2);
const depth = words[0] === "--bench" ? Number(words.splice(0, 2)[1]) : 0;
const [file, lab] = words;
if (!file) {
  console.error("wasm_check.mjs: usage: node wasm_check.mjs [--bench DEPTH] oknos.wasm [OKNOS_LAB]");
  process.exit(2);
}
const module = new WebAssembly.Module(readFileSync(file));
const service = new WasmService(module);

if (depth > 0) {
  const start = performance.now();
  const nodes = service.bench(depth);
  const time = performance.now() - start;
  console.log(`${nodes} nodes ${Math.round(time)} ms ${Math.round((nodes / time) * 1000)} nps`);
  process.exit(0);
}

const fail = (text) => {
  console.error(`wasm_check.mjs: ${text}`);
  process.exit(1);
};
const same = (what, here, there) => {
  if (here !== there) fail(`${what}: ${here} as WebAssembly, ${there} by the program`);
};
const text = (answer) => new TextDecoder().decode(answer.bytes);
const ask = (method, path, body = "") => {
  const lines = [];
  const answer = service.answer(method, path, body, (line) => lines.push(JSON.parse(line)));
  if (answer.status !== 200) fail(`${method} ${path}: ${answer.status} ${text(answer)}`);
  const last = lines.at(-1);
  if (last && !last.done) fail(`${method} ${path}: ${JSON.stringify(last)}`);
  return { ...answer, done: last?.done, lines };
};

// What is missing in the module would be asked for here.
const imports = WebAssembly.Module.imports(module);
const ours = imports.filter(({ module, name }) => module === "page" || name.startsWith("_Z")).map(({ name }) => name);
same("what the page brings", ours.sort().join(), "interrupted,line");

const info = JSON.parse(text(ask("GET", "/api/info")));
const question = { fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", moves: [], preset: info.default_preset, set: {}, depth: kDepth };
const { done, lines } = ask("POST", "/api/search", JSON.stringify(question));
if (!lines.some((line) => line.progress)) fail("no line tells of progress");
const trace = ask("GET", `/api/file/${done.id}`).bytes;

// The names of columns and what they hold, without the time that the search took.
const parts = (bytes) => {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  const { time_ms, ...header } = JSON.parse(new TextDecoder().decode(bytes.subarray(16, 16 + size)));
  return { header: JSON.stringify(header), columns: Buffer.from(bytes.subarray(16 + size)).toString("base64") };
};

// What another module of the same kind is given, it knows as well.
const other = new WasmService(module);
const kept = other.keep(trace);

// An entry that was left out and can be searched after all, and some others.
const entries = [...Array(done.entries).keys()].filter((i) => i % kEvery === 0);
let checked = "";
for (const entry of entries) {
  const node = text(ask("GET", `/api/node/${done.id}/${entry}`));
  same(`entry ${entry} in another module`, text(other.answer("GET", `/api/node/${kept}/${entry}`, "", () => undefined)), node);
  if (checked === "" && JSON.parse(node).pruned?.checkable) checked = `${entry} ${JSON.stringify(ask("POST", `/api/check/${done.id}/${entry}`, "{}").done)}`;
}
if (checked === "") fail("nothing that was left out could be searched after all");

if (lab) {
  const folder = mkdtempSync(join(tmpdir(), "oknos-wasm-"));
  try {
    const saved = join(folder, "native.oktree");
    const said = execFileSync(lab, ["explore", "startpos", "--preset", info.default_preset, "--depth", `${kDepth}`, "--save", saved], { encoding: "utf8" });
    const [count, , nodes] = said.replaceAll(",", "").match(/\d+(?= entries| nodes|, )|(?<=depth )\d+/g) ?? [];
    same("entries", `${done.entries}`, count);
    same("nodes", `${done.nodes}`, nodes);
    const [here, there] = [trace, readFileSync(saved)].map(parts);
    same("the trace's header", here.header, there.header);
    if (here.columns !== there.columns) fail("the entries are not those of the program");
    // The program's tree, looked at by the module.
    const native = other.keep(new Uint8Array(readFileSync(saved)));
    for (const entry of entries)
      same(`entry ${entry}`, text(ask("GET", `/api/node/${done.id}/${entry}`)), text(other.answer("GET", `/api/node/${native}/${entry}`, "", () => undefined)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
console.log(`depth ${done.depth}: ${done.entries} entries, ${done.nodes} nodes; ${entries.length} entries looked at${lab ? "; the same as the program" : ""}`);
