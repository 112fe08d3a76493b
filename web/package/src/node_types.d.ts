// What is used of Node.js; its own types would be a package more.
declare module "node:fs/promises" {
  export function readFile(path: string | URL): Promise<Uint8Array<ArrayBuffer>>;
}
declare module "node:worker_threads" {
  interface Port {
    postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
    on(event: "message", listener: (message: never) => void): this;
  }
  export const parentPort: Port | null;
  export class Worker implements Port {
    constructor(file: URL, options: { execArgv: string[] });
    postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
    on(event: "message", listener: (message: never) => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    ref(): void;
    unref(): void;
    terminate(): Promise<number>;
  }
}
