// The explorer's service as WebAssembly (src/apps/explorer_wasm.cpp is the other side): one question at a time, and
// nothing but this page's own worker is needed. No other file is imported here, so that Node.js can try it too.

interface Exports {
  memory: WebAssembly.Memory;
  _initialize: () => void;
  oknos_begin: () => void;
  oknos_place: (size: number) => number;
  oknos_answer: (method: number, path: number) => number;
  oknos_keep: () => number;
  oknos_reply: () => number;
  oknos_reply_size: () => number;
  oknos_bench: (depth: number) => number;
}

export interface Answer {
  status: number; // HTTP's
  bytes: Uint8Array<ArrayBuffer>; // empty when the answer came in lines
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const kDone = 0;
const kBadDescriptor = 8; // WASI's: there are no files
const kNoEntry = -44; // of a system call: there is no such file

export class WasmService {
  private readonly exports: Exports;
  private line: (text: string) => void = () => undefined;

  constructor(module: WebAssembly.Module) {
    const instance = new WebAssembly.Instance(module, {
      page: { line: (text: number, size: number) => this.line(decoder.decode(this.bytes(text, size))) },
      env: { emscripten_notify_memory_growth: () => undefined, __syscall_stat64: () => kNoEntry },
      wasi_snapshot_preview1: this.system(),
    });
    this.exports = instance.exports as unknown as Exports;
    this.exports._initialize();
    this.exports.oknos_begin();
  }

  answer(method: string, path: string, body: string, line: (text: string) => void): Answer {
    this.line = line;
    const parts = [method, path, body].map((text) => encoder.encode(text));
    this.put(parts);
    const status = this.exports.oknos_answer(parts[0]!.length, parts[1]!.length);
    return { status, bytes: this.bytes(this.exports.oknos_reply(), this.exports.oknos_reply_size()) };
  }

  // Takes in a tree that another one of these has searched: its file. Returns its number here.
  keep(file: Uint8Array): number {
    this.put([file]);
    const id = this.exports.oknos_keep();
    if (id === 0) throw new Error("This is no trace.");
    return id;
  }

  // The nodes of the engine's own benchmark.
  bench(depth: number): number {
    return this.exports.oknos_bench(depth);
  }

  private put(parts: Uint8Array[]): void {
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    let at = this.exports.oknos_place(size);
    for (const part of parts) {
      new Uint8Array(this.exports.memory.buffer).set(part, at);
      at += part.length;
    }
  }

  // A copy: what lies there changes with the next question, and the memory itself when it grows.
  private bytes(at: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.exports.memory.buffer).slice(at, at + size);
  }

  // What the C++ library asks an operating system for: the time, and somewhere to say why it gives up.
  private system(): Record<string, (...args: never[]) => number> {
    const view = (): DataView => new DataView(this.exports.memory.buffer);
    return {
      clock_time_get: (_clock: number, _precision: bigint, out: number) => {
        view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
        return kDone;
      },
      fd_write: (_file: number, pieces: number, count: number, out: number) => {
        let text = "";
        let written = 0;
        for (let i = 0; i < count; ++i) {
          const size = view().getUint32(pieces + 8 * i + 4, true);
          text += decoder.decode(this.bytes(view().getUint32(pieces + 8 * i, true), size));
          written += size;
        }
        console.warn(text);
        view().setUint32(out, written, true);
        return kDone;
      },
      proc_exit: () => {
        throw new Error("The engine in this page has given up.");
      },
      environ_sizes_get: (count: number, size: number) => {
        view().setUint32(count, 0, true);
        view().setUint32(size, 0, true);
        return kDone;
      },
      environ_get: () => kDone,
      fd_read: () => kBadDescriptor,
      fd_close: () => kBadDescriptor,
      fd_seek: () => kBadDescriptor,
    };
  }
}
