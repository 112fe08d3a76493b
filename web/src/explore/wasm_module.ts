// The explorer's service and the engine's UCI protocol as WebAssembly (src/apps/explorer_wasm.cpp and uci_wasm.cpp are the
// other side): one question at a time, and nothing but this page's own worker is needed. No other file is imported here,
// so that Node.js can try it too.

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
  oknos_uci: (line: number, size: number) => number;
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

  // `interrupted` is asked some hundred times a second while a line of the UCI protocol is carried out; true stops the
  // search.
  constructor(module: WebAssembly.Module, interrupted: () => boolean = () => false) {
    const instance = new WebAssembly.Instance(module, {
      page: {
        line: (text: number, size: number) => this.line(decoder.decode(this.bytes(text, size))),
        interrupted: () => (interrupted() ? 1 : 0),
      },
      env: {
        emscripten_notify_memory_growth: () => undefined,
        __syscall_stat64: () => kNoEntry,
        __syscall_getdents64: () => kNoEntry,
        getentropy: (at: number, size: number) => {
          crypto.getRandomValues(new Uint8Array(this.exports.memory.buffer, at, size));
          return kDone;
        },
      },
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

  // Carries out a line of the UCI protocol to its end. False after `quit`.
  uci(command: string, line: (text: string) => void): boolean {
    this.line = line;
    const text = encoder.encode(command);
    return this.exports.oknos_uci(this.put([text]), text.length) !== 0;
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

  // Returns where they lie, one after the other.
  private put(parts: Uint8Array[]): number {
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    const place = this.exports.oknos_place(size);
    let at = place;
    for (const part of parts) {
      new Uint8Array(this.exports.memory.buffer).set(part, at);
      at += part.length;
    }
    return place;
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
        throw new Error("The engine has given up.");
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
