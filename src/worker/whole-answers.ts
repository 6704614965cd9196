import { isNamedContent, isOwnFile } from "./shell-files.ts";

/** The number of bytes that were stored. A browser that crashes can leave an entry cut short. */
const SIZE = "x-stored-bytes";

/**
 * An answer as it is stored: with its size.
 * @param address with the hash of the content, in the file's name or as the query
 * @returns null if the answer is not the file of that address
 */
export const toStored = async (address: string, answer: Response): Promise<Response | null> => {
  if (!isOwnFile(new URL(address).pathname, answer)) return null;
  const body = await answer.blob();
  if (!(await isNamedContent(address, body))) return null;
  const headers = new Headers(answer.headers);
  // The stored bytes are not compressed.
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  headers.set(SIZE, String(body.size));
  return new Response(body, { headers });
};

/** A stored answer; null if it is cut short or there is none. */
export const wholeOnly = async (stored: Response | undefined): Promise<Response | null> =>
  stored && (await stored.clone().blob()).size === Number(stored.headers.get(SIZE) ?? Number.NaN)
    ? stored
    : null;
