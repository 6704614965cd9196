import { createLimitedProcess, ThreadLimitError, type ThreadLimits } from "../limited-thread.ts";
import { loadSharp } from "./load-sharp.ts";

/** What one photo may take. One of 48 megapixels, as phones take them, comes to 985 MB. */
const LIMITS: ThreadLimits = { megabytes: 1152, seconds: 20 };

const converting = createLimitedProcess(new URL("./heic-process.ts", import.meta.url));

/** Whether this machine reads HEIC. The usual build of the library reads only its patent-free relative, AVIF. */
export const readsHeic = async (): Promise<boolean> => {
  const sharp = await loadSharp().catch(() => null);
  return sharp?.format.heif?.input.fileSuffix?.includes(".heic") ?? false;
};

/**
 * Makes a JPEG of a HEIC, turned upright and without metadata. A process of its own makes it, and is killed if that
 * takes too long or too much memory. Call it for one photo at a time.
 * @returns null if this machine cannot read it
 */
export const jpegOfHeic = async (heic: Uint8Array, limits = LIMITS): Promise<Uint8Array | null> => {
  try {
    const { jpeg } = (await converting.ask(heic, limits)) as { jpeg: Uint8Array | null };
    return jpeg;
  } catch (reason) {
    if (reason instanceof ThreadLimitError) return null;
    throw reason;
  }
};
