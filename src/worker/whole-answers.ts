import type { WorkboxPlugin } from "workbox-core/types.js";
import { isNamedContent, isOwnFile } from "./shell-files.ts";

/** The number of bytes that were stored. A browser that crashes can leave an entry cut short. */
const SIZE = "x-stored-bytes";

/** An answer as it is stored: with its size. Null if the file's name tells of another content. */
const withSize = async (pathname: string, answer: Response): Promise<Response | null> => {
  const body = await answer.blob();
  if (!(await isNamedContent(pathname, body))) return null;
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
  cacheWillUpdate: async ({ request, response }) => {
    const { pathname } = new URL(request.url);
    return isOwnFile(pathname, response) ? withSize(pathname, response) : null;
  },
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse && (await isWhole(cachedResponse)) ? cachedResponse : null,
};
