import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const run = (args: string[], minutes: number): boolean =>
  spawnSync("apt-get", args, {
    stdio: ["ignore", "inherit", "inherit"],
    timeout: minutes * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

/** Whether packages can be installed: on Debian and its relatives, as root. */
export const canInstall = (): boolean =>
  process.getuid?.() === 0 && existsSync("/etc/debian_version");

let lists: boolean | undefined;

/**
 * Installs packages of the system.
 * @param what a name for what they contain, for the output
 * @returns whether all of them are installed now
 */
export const installPackages = (what: string, names: readonly string[]): boolean => {
  if (!canInstall()) return false;
  console.log(`· Installing ${what} as system packages …`);
  // Updated only once per run.
  lists ??= run(["update", "-q"], 3);
  return lists && run(["install", "-y", "-q", "--no-install-recommends", ...names], 5);
};
