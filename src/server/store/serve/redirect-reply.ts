import { readFile } from "node:fs/promises";
import path from "node:path";
import type { HonoRequest } from "hono";
import { reply } from "../../http/reply.ts";
import type { AddressOptions, Store, StoreKey } from "../store.ts";

/**
 * The destinations of requests that a browser makes itself for a page. A script's own request would
 * need CORS headers of the bucket, and could not read the school's entity tag.
 */
const DESTINATIONS = new Set(["audio", "document", "image", "video"]);
/** On a slow connection, sending a small file takes less time than a second request. */
const REDIRECTED_FROM_BYTES = 64 * 1024;

/** The value of `via` with which a client asks for the school's own bytes. */
const VIA_SCHOOL = "school";

/**
 * Whether the page's policy, which is part of the build, allows pictures and films from the origin.
 * @param webDir the built web app
 */
const pageAllows = async (webDir: string, origin: string): Promise<boolean> => {
  const page = await readFile(path.join(webDir, "index.html"), "utf8").catch(() => "");
  const rule = /media-src ([^;"]*)/.exec(page)?.[1] ?? "";
  return rule.split(" ").includes(origin);
};

/** Whether a page of the school's own origin requests the file. Other pages have other policies. */
const isByPage = (request: HonoRequest): boolean =>
  request.method === "GET" &&
  request.header("sec-fetch-site") === "same-origin" &&
  DESTINATIONS.has(request.header("sec-fetch-dest") ?? "") &&
  request.query("via") !== VIA_SCHOOL;

/**
 * Opens the redirects of browsers to presigned URLs of the store.
 * @param onRefused is called with the origin that the built page does not allow
 */
export const openStoreRedirects = async (
  store: Store,
  webDir: string,
  onRefused: (origin: string) => void,
) => {
  const { origin } = store;
  const isOn = origin !== null && (await pageAllows(webDir, origin));
  if (origin !== null && !isOn) onRefused(origin);
  return {
    /**
     * A redirect to the store; null if the server has to send the file. Check the reader's access
     * before: everybody who has the address can read the file.
     * @throws the store's error, such as one about a damaged file
     */
    answer: async (
      request: HonoRequest,
      key: StoreKey,
      options: AddressOptions,
    ): Promise<Response | null> => {
      if (!isOn || options.size <= REDIRECTED_FROM_BYTES || !isByPage(request)) return null;
      const address = await store.address(key, options);
      if (!address) return null;
      const { url, maxAge } = address;
      return reply(null, 307, {
        Location: url,
        "Cache-Control": maxAge > 0 ? `private, max-age=${maxAge}` : "private, no-store",
        Vary: "Origin, Sec-Fetch-Dest, Sec-Fetch-Site",
        "Referrer-Policy": "no-referrer",
      });
    },
  };
};

export type StoreRedirects = Awaited<ReturnType<typeof openStoreRedirects>>;
