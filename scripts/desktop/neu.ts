import { spawnSync } from "node:child_process";
import path from "node:path";

const neu = path.join(import.meta.dirname, "../../node_modules/@neutralinojs/neu/bin/neu.js");

/**
 * Runs Neutralino's command in an app's folder. It often exits with 0 after a failure, so check its
 * result.
 * @param minutes before it is stopped
 * @returns its output
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
