import { WasmEngine, type StartWorker } from "../../src/explore/wasm_engine";

// A line of the protocol on its way through the engine.
interface Command {
  text: string;
  search: boolean; // a `go` that ends with bestmove
  waits: "" | "stop" | "ponderhit"; // its bestmove may not be said before
  stopped: boolean;
  ponderHit: boolean;
  best: string; // the bestmove, once it is known
  pv: string[]; // the best line so far
}

const words = (text: string): string[] => text.trim().split(/\s+/);

function commandOf(text: string): Command {
  const [name, ...rest] = words(text);
  const search = name === "go" && !rest.includes("perft");
  const waits = !search ? "" : rest.includes("infinite") ? "stop" : rest.includes("ponder") ? "ponderhit" : "";
  return { text, search, waits, stopped: false, ponderHit: false, best: "", pv: [] };
}

// A UCI engine in a worker. The worker hears nothing while it searches, so commands wait here, and what a GUI may say
// meanwhile is seen to here: isready, stop, ponderhit, quit. A search is interrupted through shared memory; where a page
// may not have that, its worker is ended and another one begun, with the same options and position but an empty hash table.
export class UciConversation {
  private engine: WasmEngine | null = null;
  private running: Command | null = null;
  private readonly queue: Command[] = [];
  // What another worker must be told: options by name, in order, and the position.
  private readonly options = new Map<string, string>();
  private position = "";

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly start: StartWorker,
    private readonly say: (line: string) => void,
    private readonly fail: (message: string) => void,
  ) {}

  hear(text: string): void {
    for (const line of text.split(/\r?\n/)) this.hearLine(line);
  }

  close(): void {
    this.queue.length = 0;
    const { engine } = this;
    this.engine = null;
    this.running = null;
    engine?.end(new Error("closed"));
  }

  private hearLine(text: string): void {
    const name = words(text)[0];
    if (name === "quit") return this.close();
    if (name === "stop") return this.stop();
    if (name === "ponderhit") return this.ponderHit();
    if (name === "isready" && this.running?.search) return this.say("readyok");
    this.queue.push(commandOf(text));
    this.next();
  }

  // It holds for every search that was asked for up to now, also for one that has not begun.
  private stop(): void {
    for (const command of this.queue) command.stopped = command.search;
    const { running } = this;
    if (!running || running.stopped) return;
    running.stopped = true;
    if (running.best !== "") this.finish(running);
    else this.interrupt(running);
  }

  private ponderHit(): void {
    for (const command of this.queue) if (command.waits === "ponderhit") this.withoutPonder(command);
    const { running } = this;
    if (running?.waits !== "ponderhit" || running.stopped) return;
    running.ponderHit = true;
    if (running.best !== "") this.finish(running);
    else this.interrupt(running);
  }

  private withoutPonder(command: Command): void {
    command.text = words(command.text)
      .filter((word) => word !== "ponder")
      .join(" ");
    command.waits = "";
  }

  private interrupt(running: Command): void {
    if (!(running.search && this.engine?.interrupt())) this.engine?.end(new Error("interrupted"));
  }

  private next(): void {
    if (this.running) return;
    const command = this.queue.shift();
    if (!command) return;
    this.running = command;
    void this.carryOut(command);
  }

  private async carryOut(command: Command): Promise<void> {
    try {
      const engine = await this.theEngine();
      if (this.running !== command) return; // closed meanwhile
      this.remember(command.text);
      // A search that was stopped before it began has to name a move all the same.
      await engine.uci(command.search && command.stopped ? `${command.text} nodes 1` : command.text, (line) => this.hearAnswer(command, line));
      if (this.running === command) this.ended(command);
    } catch (error) {
      if (this.running === command) this.brokenOff(command, error);
    }
  }

  private hearAnswer(command: Command, line: string): void {
    if (this.running !== command) return;
    if (command.search && line.startsWith("bestmove")) {
      command.best = line;
      return;
    }
    const pv = / multipv 1 score (?!.*bound).* pv (.*)$/.exec(line)?.[1];
    if (pv) command.pv = words(pv);
    this.say(line);
  }

  private ended(command: Command): void {
    const released = command.waits === "" || command.stopped || command.ponderHit;
    if (released) this.finish(command);
  }

  // Says the move, and goes on to what waits. After a ponderhit the clock runs: what was found lies in the hash table, and
  // the search is done again with it.
  private finish(command: Command): void {
    this.running = null;
    if (command.ponderHit && !command.stopped) {
      const again = commandOf(command.text);
      this.withoutPonder(again);
      this.queue.unshift(again);
    } else if (command.best !== "") {
      this.say(command.best);
    }
    this.next();
  }

  private brokenOff(command: Command, error: unknown): void {
    this.engine = null;
    const wanted = command.stopped || command.ponderHit;
    if (!wanted) {
      this.running = null;
      this.fail(error instanceof Error ? error.message : String(error));
      return this.next();
    }
    const [best, ponder] = command.pv;
    if (command.search && best === undefined && !command.ponderHit) return void this.carryOut(command);
    if (best !== undefined) command.best = `bestmove ${best}${ponder === undefined ? "" : ` ponder ${ponder}`}`;
    this.finish(command);
  }

  private remember(text: string): void {
    const [name] = words(text);
    if (name === "setoption") this.options.set((/\bname\s+(.*?)(\s+value\b|$)/.exec(text)?.[1] ?? "").toLowerCase(), text);
    if (name === "debug") this.options.set("", text);
    if (name === "position") this.position = text;
  }

  private async theEngine(): Promise<WasmEngine> {
    if (this.engine && !this.engine.ended) return this.engine;
    const engine = new WasmEngine(this.module, this.start);
    this.engine = engine;
    for (const text of [...this.options.values(), this.position]) if (text !== "") await engine.uci(text, () => undefined);
    return engine;
  }
}
