import type { SentMenu1, SentMenu2 } from "../../contract/content.ts";
import { sayUnknown, taken } from "./problem-list.ts";
import { KEY, KEY_RULE, readText, titlesOf, translationsOf, untranslated } from "./text-files.ts";
import type { YamlField } from "./yaml-field.ts";

/** A first-level entry and its lessons with the fields that name them. */
export interface DraftMenuEntry {
  key: string;
  menu1: SentMenu1;
  lessons: { key: string; field: YamlField }[];
}

const NO_SECTIONS = "This entry of the menu has no sections yet: students do not see it.";
const NO_LESSONS = "This section has no lessons yet: students do not see it.";

/**
 * Reads the menu of a product. All lessons in the result exist, and all sections have some.
 * @param first the school's first language
 */
export const readMenu = (
  field: YamlField | null,
  first: string,
  lessonKeys: ReadonlySet<string>,
): DraftMenuEntry[] => {
  const keys = new Set<string>();
  return (field?.items() ?? []).map((item) => {
    const fields = item.fields(["key", "title", "descr", "sections"]);
    const keyField = fields.need("key");
    const key = keyField?.matching(KEY, KEY_RULE) ?? "";
    if (keys.has(key)) keyField?.say(`The menu already has an entry "${key}".`, taken(key));
    item.callItem(key);
    if (key) keys.add(key);
    const title = readText(fields.need("title"), first);
    const descr = readText(fields.maybe("descr"), first);
    const listed = fields.need("sections")?.listOrEmpty(NO_SECTIONS) ?? [];
    const sections = listed
      .map((section) => readSection(section, first, lessonKeys))
      .filter(({ lessons }) => lessons.length > 0);
    const props = {
      ...{ key, title: untranslated(title), descr: untranslated(descr) },
      translations: translationsOf({ title, descr }),
    };
    return {
      key,
      menu1: { props, menu2: sections.map(({ menu2 }) => menu2) },
      lessons: sections.flatMap(({ lessons }) => lessons),
    };
  });
};

const readSection = (
  field: YamlField,
  first: string,
  lessonKeys: ReadonlySet<string>,
): { menu2: SentMenu2; lessons: DraftMenuEntry["lessons"] } => {
  const fields = field.fields(["title", "tile", "lessons"]);
  const title = readText(fields.need("title"), first);
  const tile = fields.maybe("tile")?.fields(["w", "h"]);
  const w = tile?.need("w")?.count();
  const h = tile?.need("h")?.count();
  const lessons = (fields.need("lessons")?.listOrEmpty(NO_LESSONS) ?? []).flatMap((item) => {
    const key = item.text();
    if (key === null) return [];
    if (lessonKeys.has(key)) return [{ key, field: item }];
    sayUnknown(item.say, "There is no lesson", "lesson", key, lessonKeys);
    return [];
  });
  const props = {
    title: untranslated(title),
    ...(w && h ? { w, h } : {}),
    translations: titlesOf(title),
  };
  return { menu2: { props, lessons: lessons.map(({ key }) => key) }, lessons };
};
