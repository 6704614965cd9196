import { spawnSync } from "node:child_process";
import type { System } from "../../src/contract/downloads.ts";

/** Signs a file or a bundle in place. */
export type Sign = (file: string, system: System) => void;

/**
 * Signs with a command, such as `SIGN_COMMAND="./sign.sh"`. The file is its last argument, and
 * `SIGN_SYSTEM` is the system.
 * @param command absent: nothing is signed
 * @returns a function that throws an Error if the command fails
 */
export const createSigner =
  (command: string | undefined): Sign =>
  (file, system) => {
    if (!command?.trim()) return;
    const env = { ...process.env, SIGN_SYSTEM: system };
    const stdio = "inherit";
    const { status, signal, error } =
      process.platform === "win32"
        ? spawnSync(`${command} "${file}"`, { shell: true, env, stdio })
        : spawnSync("sh", ["-c", `${command} "$1"`, "sign", file], { env, stdio });
    if (status !== 0) {
      const why = error?.message ?? `it ended with ${signal ?? status}`;
      throw new Error(`SIGN_COMMAND failed to sign ${file}: ${why}.`);
    }
  };
