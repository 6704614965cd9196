import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A virtual screen, and the session that a window needs. */
const UNSEEN = ["xvfb-run", "dbus-run-session"];

const isThere = (program: string): boolean =>
  spawnSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" }).status === 0;

/** The programs that a window without a screen needs and this machine lacks. */
export const missingPrograms = (): string[] => UNSEEN.filter((program) => !isThere(program));

/** The shell writes its process id and becomes the app. */
const START = 'echo $$ > "$0"; exec "$@"';

/** Ends the program, and lets screen and session clean up. */
const close = async (child: ChildProcess, numberFile: string): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  const deadline = AbortSignal.timeout(5000);
  try {
    process.kill(Number(readFileSync(numberFile, "utf8")), "SIGTERM");
    await Promise.race([gone, once(deadline, "abort").then(() => Promise.reject(deadline.reason))]);
  } catch {
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await gone;
  }
};

/**
 * Opens an app in a real window on a virtual screen.
 * @param app folder of the app as it is laid out
 * @returns a function that closes it
 */
export const openWindow = (binary: string, app: string): (() => Promise<void>) => {
  const dataHome = mkdtempSync(path.join(tmpdir(), "learning-space-window-"));
  const numberFile = path.join(dataHome, "process");
  const screen = ["-a", "-s", "-screen 0 1280x800x24", "dbus-run-session", "--"];
  const program = [binary, `--path=${app}`, "--load-dir-res"];
  const child = spawn("xvfb-run", [...screen, "sh", "-c", START, numberFile, ...program], {
    env: { ...process.env, XDG_DATA_HOME: dataHome },
    stdio: "ignore",
    detached: true,
  });
  return async () => {
    await close(child, numberFile);
    rmSync(dataHome, { recursive: true, force: true, maxRetries: 5 });
  };
};
