import { type SourceTextPlace, sourceTextPlace } from "../../../domain/source-text.ts";
import type { Store } from "../../store/store.ts";
import { captionFileOf } from "../captions.ts";
import type { Catalogue } from "../catalogue.ts";
import { tryReadText } from "../source/source-text.ts";

const ASSET = /^([A-Z][A-Z0-9_-]*)\/(?:assets|icons|assignments)\/(.+)$/;

/** A file that a change of the draft has left. */
interface ChangedFile {
  readonly path: string;
  readonly after: string | null;
}

/**
 * Finds the lesson that shows a file of a product: one that was changed with it, else one that students have.
 * @param changes all that are shown
 * @returns null for a file that belongs to no lesson
 */
export const assetOwners = (
  { store, catalogue }: { readonly store: Store; readonly catalogue: Catalogue },
  changes: readonly ChangedFile[],
): ((path: string) => Promise<SourceTextPlace | null>) => {
  const texts = new Map<string, Promise<string | null>>();
  const textOf = (checksum: string): Promise<string | null> => {
    const text = texts.get(checksum) ?? tryReadText(store, checksum);
    texts.set(checksum, text);
    return text;
  };
  return async (path) => {
    const [, product = "", file = ""] = ASSET.exec(path) ?? [];
    if (product === "") return null;
    const film = captionFileOf(file)?.video;
    const isOf = (name: string) => (film ? name.startsWith(`${film}.`) : name === file);
    const named = film ? `${film}.` : file;
    for (const { path: other, after } of changes) {
      const place = sourceTextPlace(other);
      if (place?.kind !== "lesson" || place.product !== product || after === null) continue;
      const text = (await textOf(after)) ?? "";
      if (text.includes(named) || text.includes(encodeURI(named))) return place;
    }
    for (const { lesson, assets } of catalogue.products.get(product)?.lessons.values() ?? []) {
      if (![...assets.values()].some((names) => names.some(isOf)) && lesson.image !== file)
        continue;
      return { kind: "lesson", product, key: lesson.key, language: "" };
    }
    return null;
  };
};
