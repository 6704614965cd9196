import type { WorkboxPlugin } from "workbox-core/types.js";
import { isNamedContent, isOwnFile } from "./shell-files.ts";

/** The number of bytes that were stored. A browser that crashes can leave an entry cut short. */
const SIZE = "x-stored-bytes";

/**
 * An answer as it is stored: with its size. Null if it is not the file that was asked for.
 * @param digest of a file that has none in its name
 */
export const storable = async (
  pathname: string,
  answer: Response,
  digest?: string,
): Promise<Response | null> => {
  if (!isOwnFile(pathname, answer)) return null;
  const body = await answer.blob();
  if (!(await isNamedContent(pathname, body, digest))) return null;
  const headers = new Headers(answer.headers);
  // The stored bytes are not compressed.
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  headers.set(SIZE, String(body.size));
  return new Response(body, { headers });
};

const isWhole = async (stored: Response): Promise<boolean> =>
  (await stored.clone().blob()).size === Number(stored.headers.get(SIZE) ?? Number.NaN);

/**
 * Stores only the app's own files, and gives back only whole ones.
 * @param digestOf the digest of a file that has none in its name
 */
export const wholeAnswers = (
  digestOf: (pathname: string) => string | undefined,
): WorkboxPlugin => ({
  cacheWillUpdate: async ({ request, response }) => {
    const { pathname } = new URL(request.url);
    return storable(pathname, response, digestOf(pathname));
  },
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse && (await isWhole(cachedResponse)) ? cachedResponse : null,
});
