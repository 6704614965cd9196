import { type SourceTextPlace, sourceTextPlace } from "../../../domain/source-text.ts";
import { memoize } from "../../../lib/memoize.ts";
import type { Store } from "../../store/store.ts";
import { captionFileOf, withoutExtension } from "../captions.ts";
import type { Catalogue, CatalogueProduct } from "../catalogue.ts";
import { tryReadText } from "../source/source-text.ts";

const ASSET = /^([A-Z][A-Z0-9_-]*)\/(?:assets|icons|assignments)\/(.+)$/;

/** A file that a change of the draft has left. */
interface ChangedFile {
  readonly path: string;
  readonly after: string | null;
  readonly after_size: number | null;
}

/** Of longer texts it is not worth the time: hundreds are searched. */
const MAX_TEXT_BYTES = 128 * 1024;

/** The first lesson that shows each file of a product: by its name, and by that without its ending, for a film. */
const lessonsByFile = memoize(({ lessons }: CatalogueProduct): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const { lesson, assets } of lessons.values()) {
    for (const name of [lesson.image ?? "", ...[...assets.values()].flat()]) {
      for (const key of [name, `${withoutExtension(name)}.`]) {
        if (!found.has(key)) found.set(key, lesson.key);
      }
    }
  }
  return found;
});

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
    const named = film ? `${film}.` : file;
    for (const { path: other, after, after_size } of changes) {
      const place = sourceTextPlace(other);
      if (place?.kind !== "lesson" || place.product !== product || after === null) continue;
      if (Number(after_size) > MAX_TEXT_BYTES) continue;
      const text = (await textOf(after)) ?? "";
      if (text.includes(named) || text.includes(encodeURI(named))) return place;
    }
    const known = catalogue.products.get(product);
    const key = known && lessonsByFile(known).get(named);
    return key === undefined ? null : { kind: "lesson", product, key, language: "" };
  };
};
