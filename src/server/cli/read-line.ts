import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/**
 * Reads the first line of standard input without showing it.
 * @param terminal whether somebody types it
 */
export const readLine = async (terminal = false): Promise<string> => {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal });
  try {
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
  }
};
