import * as v from "valibot";
import type { IndexFiles } from "../index-files.ts";
import { captionsData, contentData } from "../local-content.ts";
import type { KnownCaptions } from "./fetch-captions.ts";
import type { Content } from "./fetch-content.ts";

const withLessons = v.object({ lessons: v.record(v.string(), v.unknown()) });

/**
 * The captions that lie here, and the lessons whose videos may have some.
 * @param content what has just come, and is not on the disk yet
 */
export const knownCaptions = async (
  index: IndexFiles,
  content: Content,
  languages: readonly string[],
): Promise<KnownCaptions> => ({
  checksum: await index.checksum("captions.json"),
  languages,
  async read() {
    const kept = await index.read("captions.json", captionsData);
    return (kept.ok && kept.value) || [];
  },
  async lessons() {
    const fresh = v.safeParse(contentData, content["content.json"]);
    const kept = fresh.success ? null : await index.read("content.json", contentData);
    const products = fresh.success ? fresh.output : kept?.ok && kept.value;
    const lessons = Object.entries(products || {}).flatMap(([key, sent]) => {
      const decoded = v.safeParse(withLessons, sent);
      return decoded.success ? [[key, decoded.output.lessons] as const] : [];
    });
    return new Map(lessons);
  },
});
