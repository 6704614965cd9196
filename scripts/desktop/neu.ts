import { spawnSync } from "node:child_process";
import path from "node:path";

const neu = path.join(import.meta.dirname, "../../node_modules/@neutralinojs/neu/bin/neu.js");

/**
 * Runs Neutralino's command in an app's folder. It often ends with 0 whatever became of it: look at
 * what it made.
 * @param minutes after which it is ended
 * @returns what it said
 */
export const runNeu = (folder: string, words: readonly string[], minutes: number): string => {
  const { stdout, stderr, error } = spawnSync(process.execPath, [neu, ...words], {
    cwd: folder,
    encoding: "utf8",
    timeout: minutes * 60_000,
    killSignal: "SIGKILL",
  });
  return [stdout, stderr, error?.message].filter(Boolean).join("\n");
};
