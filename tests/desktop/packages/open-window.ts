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

/** Whether this machine has the tools to watch windows open. */
export const canWatchWindows = (): boolean => WATCHED.every(isThere);

/** A window manager, and a log of the screen's windows. */
const WATCHED = ["openbox", "xev"];

/** The shell starts the log if it can, writes its process id and becomes the app. */
const START = `openbox 2> /dev/null &
stdbuf -oL xev -root -event substructure > "$0.windows" 2> /dev/null &
echo $$ > "$0"; exec "$@"`;

/** The width of each window when it was mapped, from the screen's log. */
const widthsWhenShown = (log: string): number[] => {
  const widths = new Map<string, number>();
  const shown: number[] = [];
  for (const change of log.split("\n\n")) {
    const [, window = ""] = /, window (0x\w+),/.exec(change.replace(/^.*\n/, "")) ?? [];
    const [, width] = /\bwidth (\d+)/.exec(change) ?? [];
    if (width) widths.set(window, Number(width));
    // Override-redirect windows, such as tooltips, are not the app's window.
    if (/^MapNotify.*override NO/s.test(change)) shown.push(widths.get(window) ?? 0);
  }
  return shown;
};

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
 * @returns a function that closes it and returns the width of each window when it was shown; only
 *   meaningful if windows can be watched
 */
export const openWindow = (binary: string, app: string): (() => Promise<number[]>) => {
  const dataHome = mkdtempSync(path.join(tmpdir(), "learning-space-window-"));
  const numberFile = path.join(dataHome, "process");
  const program = [binary, `--path=${app}`, "--load-dir-res"];
  const child = spawn(
    "xvfb-run",
    ["-a", "-s", "-screen 0 1280x800x24", "dbus-run-session", "--"].concat(
      ["sh", "-c", START, numberFile],
      program,
    ),
    { env: { ...process.env, XDG_DATA_HOME: dataHome }, stdio: "ignore", detached: true },
  );
  return async () => {
    await close(child, numberFile);
    const shown = widthsWhenShown(readFileSync(`${numberFile}.windows`, "utf8"));
    rmSync(dataHome, { recursive: true, force: true, maxRetries: 5 });
    return shown;
  };
};
