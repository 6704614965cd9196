import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A screen that nobody sees, and the session that a window needs. */
const UNSEEN = ["xvfb-run", "dbus-run-session"];

/** What a window without a screen needs and this machine lacks. */
export const missingPrograms = (): string[] =>
  UNSEEN.filter(
    (program) => spawnSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" }).status !== 0,
  );

/** The shell leaves its number and becomes the program. */
const LEAVE_NUMBER = 'echo $$ > "$0"; exec "$@"';

/** Ends the program, and lets screen and session tidy up after it. */
const close = async (child: ChildProcess, numberFile: string): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  const inTime = AbortSignal.timeout(5000);
  try {
    process.kill(Number(readFileSync(numberFile, "utf8")), "SIGTERM");
    await Promise.race([gone, once(inTime, "abort").then(() => Promise.reject(inTime.reason))]);
  } catch {
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await gone;
  }
};

/**
 * Opens an app in a real window, on a screen that nobody sees.
 * @param app folder of the app as it is laid out
 * @returns a function that closes it
 */
export const openWindow = (binary: string, app: string): (() => Promise<void>) => {
  const dataHome = mkdtempSync(path.join(tmpdir(), "learning-space-window-"));
  const numberFile = path.join(dataHome, "process");
  const program = [binary, `--path=${app}`, "--load-dir-res"];
  const child = spawn(
    "xvfb-run",
    ["-a", "-s", "-screen 0 1280x800x24", "dbus-run-session", "--"].concat(
      ["sh", "-c", LEAVE_NUMBER, numberFile],
      program,
    ),
    { env: { ...process.env, XDG_DATA_HOME: dataHome }, stdio: "ignore", detached: true },
  );
  return async () => {
    await close(child, numberFile);
    rmSync(dataHome, { recursive: true, force: true, maxRetries: 5 });
  };
};
