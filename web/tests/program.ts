import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

// The laboratory, serving a page until it is killed, and the page's address.
export async function serve(...words: string[]): Promise<{ program: ChildProcess; address: string }> {
  const program = spawn(process.env["OKNOS_LAB"] ?? "", [...words, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: program.stdout })) {
    const address = /http:\S+/.exec(line)?.[0];
    if (address === undefined) continue;
    program.stdout.resume();
    return { program, address };
  }
  throw new Error(`oknos-lab ${words.join(" ")} ended without an address`);
}
