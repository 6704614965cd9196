// Loaded with `--import`, or imported first: ends this process with the one that has started it. A
// process that is killed passes no signal on, and a shell that npm has started passes none on either.
import { spawnSync } from "node:child_process";

/** How often it looks whether a parent without a channel is still there. */
const LOOK_MS = 250;
/** What is under way may take so long to finish. */
const GRACE_MS = 10_000;
/** The shells that npm starts its scripts with, and that stay when npm is gone. */
const SHELL = /^(?:\S*\/)?-?(?:sh|ash|bash|dash|zsh|busybox)$/;

const end = () => {
  setTimeout(() => process.kill(process.pid, "SIGKILL"), GRACE_MS).unref();
  process.kill(process.pid, "SIGTERM");
};

const parent = process.ppid;

/** The id of npm where a shell is between it and this process; null otherwise, and on Windows. */
const npmBehindShell = () => {
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return null;
  const { stdout } = spawnSync("ps", ["-o", "ppid=,comm=", "-p", String(parent)], {
    encoding: "utf8",
  });
  const [, id = "", command = ""] = /^\s*(\d+)\s+(.*?)\s*$/.exec(stdout ?? "") ?? [];
  return SHELL.test(command) ? Number(id) : null;
};

/** @param {number} id */
const isRunning = (id) => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};

if (process.channel) {
  process.once("disconnect", end);
  process.channel.unref();
} else {
  const npm = npmBehindShell();
  const isGone = () =>
    // Elsewhere an orphan gets another parent at once, and the number may be used again.
    (process.platform === "win32" ? !isRunning(parent) : process.ppid !== parent) ||
    (npm !== null && !isRunning(npm));
  const looking = setInterval(() => {
    if (!isGone()) return;
    clearInterval(looking);
    end();
  }, LOOK_MS).unref();
}
