import type { WorkboxPlugin } from "workbox-core/types.js";
import { isOwnFile } from "./shell-files.ts";

/** The number of bytes that were stored. A browser that crashes can leave an entry cut short. */
const SIZE = "x-stored-bytes";

/** An answer as it is stored: with its size. */
const withSize = async (answer: Response): Promise<Response> => {
  const body = await answer.blob();
  const headers = new Headers(answer.headers);
  // The stored bytes are not compressed.
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  headers.set(SIZE, String(body.size));
  return new Response(body, { headers });
};

const isWhole = async (stored: Response): Promise<boolean> =>
  (await stored.clone().blob()).size === Number(stored.headers.get(SIZE) ?? Number.NaN);

/** Stores only the app's own files, and gives back only whole ones. */
export const wholeAnswers: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) =>
    isOwnFile(new URL(request.url).pathname, response) ? withSize(response) : null,
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse && (await isWhole(cachedResponse)) ? cachedResponse : null,
};
