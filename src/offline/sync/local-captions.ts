import * as v from "valibot";
import type { IndexFiles } from "../index-files.ts";
import { captionsData, contentData } from "../local-content.ts";
import type { LocalCaptions } from "./fetch-captions.ts";
import type { Content } from "./fetch-content.ts";

const withLessons = v.object({ lessons: v.record(v.string(), v.unknown()) });

/**
 * Reads the captions on this machine, and the lessons whose videos may have captions.
 * @param content that was just fetched and is not on the disk yet
 */
export const localCaptions = async (
  index: IndexFiles,
  content: Content,
  languages: readonly string[],
): Promise<LocalCaptions> => ({
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
