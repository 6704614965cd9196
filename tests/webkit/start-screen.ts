import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

/** A virtual screen. */
export interface Screen {
  /** Its name, as in DISPLAY: `:4`. */
  display: string;
  close: () => Promise<void>;
}

/**
 * Starts a screen with the first free number.
 * @throws Error if Xvfb does not start
 */
export const startScreen = async (): Promise<Screen> => {
  const options = ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"];
  const screen = spawn("Xvfb", options, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const end = () => void screen.kill();
  process.once("exit", end);
  const ended = once(screen, "exit").then(() => null);
  const said = once(screen.stdio[3] as Readable, "data");
  const number = await Promise.race([said, ended]);
  if (number === null) throw new Error("Xvfb, the screen for WebKit's tests, did not start.");
  return {
    display: `:${String(number[0]).trim()}`,
    async close() {
      end();
      await ended;
      process.off("exit", end);
    },
  };
};
