import "../../src/server/end-with-parent.mjs";
import { spawn } from "node:child_process";
import { exitWithError, root } from "./project.mjs";

const END_WITH_PARENT = new URL("../../src/server/end-with-parent.mjs", import.meta.url).href;

/**
 * Runs a program of the project in this terminal. Signals for this process end it, too, and so does the
 * end of npm, whatever has ended that.
 * @param {string} node
 * @param {readonly string[]} words the program's file and its arguments
 * @param {{ what: string, ownGroup?: boolean }} options
 *   what: names it where it cannot start;
 *   ownGroup: a terminal sends its signals only to this process
 * @returns {Promise<number | null>} its exit code; null if a signal has ended it
 */
export const runProgram = (node, words, { what, ownGroup = false }) =>
  new Promise((resolve) => {
    const program = spawn(node, ["--import", END_WITH_PARENT, ...words], {
      cwd: root,
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      detached: ownGroup && process.platform !== "win32",
    });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.on(signal, () => program.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
    }
    program.on("error", ({ message }) => exitWithError(`${what} did not start: ${message}`));
    program.on("exit", resolve);
  });
