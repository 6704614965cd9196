import type { Call } from "../contract/call.ts";
import { getAsset, getGlossaryImage, getIcon } from "../contract/content.ts";
import { photoRequest } from "../domain/picture-width.ts";
import type { SendForBytes } from "../transport/transport.ts";

/** A file in use. Its address is valid until it is released. */
export interface FileHandle {
  /** An object URL; null if the file could not be fetched. */
  url: Promise<string | null>;
  release: () => void;
}

const CALLS = { asset: getAsset, icon: getIcon, glossary: getGlossaryImage } satisfies Record<
  string,
  Call
>;

/** The pixels that the pictures of tiles and of terms need. Those of lessons are of many sizes. */
const WIDTHS: Partial<Record<keyof typeof CALLS, number>> = { icon: 480, glossary: 960 };

/**
 * Files of the content as object URLs. A file with several users is fetched once.
 *
 * It is no `createResource`: the URL must be revoked when its last user releases it, and a failed
 * file is fetched again only after that.
 */
export const createFiles = (send: SendForBytes) => {
  const open = new Map<string, { url: Promise<string | null>; users: number }>();

  const fetchUrl = async (
    kind: keyof typeof CALLS,
    product: string,
    title: string,
    width: number | undefined,
  ) => {
    const call: Call = CALLS[kind];
    // The glossary belongs to the school, so its pictures have no product.
    const query = kind === "glossary" ? { title } : { product, title };
    const answer = await send(call, photoRequest(query, width));
    return answer.ok && answer.value.size > 0 ? URL.createObjectURL(answer.value) : null;
  };

  return {
    /**
     * Fetches a file, unless another user has done so. Call `release` when it is not used any more.
     * @param width the pixels that a photo needs; absent: the file itself
     */
    use(
      kind: keyof typeof CALLS,
      product: string,
      title: string,
      width: number | undefined = WIDTHS[kind],
    ): FileHandle {
      const key = JSON.stringify([kind, product, title, width]);
      const entry = open.get(key) ?? { url: fetchUrl(kind, product, title, width), users: 0 };
      entry.users += 1;
      open.set(key, entry);
      let released = false;
      return {
        url: entry.url,
        release() {
          if (released) return;
          released = true;
          entry.users -= 1;
          if (entry.users > 0) return;
          open.delete(key);
          void entry.url.then((url) => url && URL.revokeObjectURL(url));
        },
      };
    },
  };
};

export type Files = ReturnType<typeof createFiles>;
