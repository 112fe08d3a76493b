// The one way to the program behind the page: a question with a method, a path and a body. It is a server, the program
// itself as WebAssembly in a worker, or (offline.ts) a tree that stands in the page.
export interface RequestOptions {
  onProgress?: ((progress: unknown) => void) | undefined;
  signal?: AbortSignal | undefined; // aborting stops the work behind it
}

export interface Backend {
  readonly searches: boolean; // it can search; otherwise it only knows its tree
  // The answer's bytes. Of an answer that comes in lines, those with progress go to onProgress, and the last one, what
  // stands in its "done", is the answer. Errors are thrown with the one line that the other side wrote for people.
  request(method: string, path: string, body?: string, options?: RequestOptions): Promise<Uint8Array<ArrayBuffer>>;
}

const kLines = "application/x-ndjson";
const encoder = new TextEncoder();
const decoder = new TextDecoder();

interface Line {
  progress?: unknown;
  done?: unknown;
  error?: string;
}

// One line of an answer that comes in lines: the answer itself when it is the last.
export function takeLine(text: string, onProgress: RequestOptions["onProgress"]): Uint8Array<ArrayBuffer> | null {
  if (text.trim() === "") return null;
  const line = JSON.parse(text) as Line;
  if (line.error !== undefined) throw new Error(line.error);
  if (line.progress !== undefined) onProgress?.(line.progress);
  return line.done === undefined ? null : encoder.encode(JSON.stringify(line.done));
}

async function readLines(response: Response, onProgress: RequestOptions["onProgress"]): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  let rest = "";
  let answer: Uint8Array<ArrayBuffer> | null = null;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) answer = takeLine(line, onProgress) ?? answer;
  }
  answer = takeLine(rest, onProgress) ?? answer;
  if (!answer) throw new Error("The server broke off before it was done.");
  return answer;
}

export function errorText(bytes: Uint8Array, status: number): string {
  try {
    const { error } = JSON.parse(decoder.decode(bytes)) as { error?: string };
    if (error) return error;
  } catch {
    // not JSON: the status must do
  }
  return `The server answered with status ${status}.`;
}

export class HttpBackend implements Backend {
  readonly searches = true;
  constructor(private readonly base = "") {}

  async request(method: string, path: string, body?: string, options: RequestOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    let response: Response;
    try {
      response = await fetch(this.base + path, {
        method,
        ...(body === undefined ? {} : { body, headers: { "Content-Type": "application/json" } }),
        ...(options.signal ? { signal: options.signal } : {}),
      });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new Error("The program behind this page does not answer. Is oknos-lab explore still running?");
    }
    if (response.ok && response.headers.get("Content-Type")?.startsWith(kLines)) return readLines(response, options.onProgress);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!response.ok) throw new Error(errorText(bytes, response.status));
    return bytes;
  }
}
