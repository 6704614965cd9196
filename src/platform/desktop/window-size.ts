import * as v from "valibot";
import type { ReadableFolder } from "../ports.ts";

/** Where the runtime keeps its window's size from the end of one run to the start of the next. */
const KEPT = ".tmp/window_state.config.json";

const length = v.pipe(v.number(), v.minValue(1));
const kept = v.object({ width: length, height: length, maximize: v.boolean() });

/** The size that the window is to have, in the system's pixels. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

declare global {
  interface Window {
    /** The size of a window that has none yet, as it stands in the app's configuration. */
    NL_WIDTH?: number;
    NL_HEIGHT?: number;
  }
}

const readKept = (bytes: Uint8Array | null): v.InferOutput<typeof kept> | null => {
  try {
    const read = v.safeParse(kept, JSON.parse(new TextDecoder().decode(bytes ?? undefined)));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
};

/**
 * The size that the runtime has made its window for: the one that was kept, else the configured one.
 * @param folder the app's own
 * @returns null where the window fills the screen, or nothing is known
 */
export const openingSize = async (
  folder: Pick<ReadableFolder, "read">,
): Promise<WindowSize | null> => {
  const found = readKept(await folder.read(KEPT));
  if (found?.maximize) return null;
  const { NL_WIDTH: width, NL_HEIGHT: height } = globalThis.window;
  if (found) return { width: found.width, height: found.height };
  return width && height ? { width, height } : null;
};
