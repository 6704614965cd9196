import * as v from "valibot";
import { parseJson } from "../../lib/parse-json.ts";
import type { ReadableFolder } from "../ports.ts";

/** Where the runtime stores the window's size between runs. */
const STATE_FILE = ".tmp/window_state.config.json";

const length = v.pipe(v.number(), v.minValue(1));
const savedState = v.object({ width: length, height: length, maximize: v.boolean() });

/** A window size in the system's pixels. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

declare global {
  interface Window {
    /** The initial window size of the app's configuration. */
    NL_WIDTH?: number;
    NL_HEIGHT?: number;
  }
}

/**
 * The size that the runtime has created its window with: the stored one, else the configured one.
 * @param folder the app's own
 * @returns null if the window is maximized, or nothing is known
 */
export const initialWindowSize = async (
  folder: Pick<ReadableFolder, "read">,
): Promise<WindowSize | null> => {
  const bytes = await folder.read(STATE_FILE);
  const found = bytes && parseJson(new TextDecoder().decode(bytes), savedState);
  if (found?.maximize) return null;
  const { NL_WIDTH: width, NL_HEIGHT: height } = globalThis.window;
  if (found) return { width: found.width, height: found.height };
  return width && height ? { width, height } : null;
};
