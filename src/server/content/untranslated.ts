import { TEXT_KINDS } from "../../contract/staff-content.ts";
import type { CompiledSchool } from "./school.ts";

/**
 * What students of a language read in another one, named in the school's first language.
 * - `titles` of products, chapters, sections, courses, lessons and assignments, the points by which these are judged,
 *   and descriptions, by product, such as `PM: The workplace`
 * - `lessons` by their keys, such as `PM: workplace`
 * - `captions` by the names of their videos
 */
export type Untranslated = { language: string } & Record<(typeof TEXT_KINDS)[number], string[]>;

type Texts = readonly (readonly [language: string, text: string | null | undefined])[];

/** Something that may have translations: its name, and the languages that it has. */
interface Translatable {
  readonly name: string;
  readonly languages: ReadonlySet<string>;
}

/** @param product its key; empty for texts of the school */
const translatable = (product: string, texts: Texts, name = texts[0]?.[1] ?? ""): Translatable => ({
  name: product ? `${product}: ${name}` : name,
  languages: new Set(texts.filter(([, text]) => text).map(([language]) => language)),
});

const fieldOf = <Field extends string>(
  translations:
    | readonly ({ language: string } & { [Name in Field]?: string | null | undefined })[]
    | null
    | undefined,
  field: Field,
): Texts => (translations ?? []).map((each) => [each.language, each[field]] as const);

const titlesOf = (school: CompiledSchool): Translatable[] => [
  ...school.products.flatMap(({ props, menu, courses, lessons }) => {
    const of = (texts: Texts) => translatable(props.key, texts);
    return [
      of(fieldOf(props.translations, "title")),
      of(fieldOf(props.translations, "description")),
      ...menu.menu1.flatMap(({ props: chapter, menu2 }) => [
        of(fieldOf(chapter.translations, "title")),
        of(fieldOf(chapter.translations, "descr")),
        ...menu2.map((section) => of(fieldOf(section.props.translations, "title"))),
      ]),
      ...Object.values(courses).map((course) => of(fieldOf(course.props.translations, "title"))),
      ...Object.values(lessons).map(({ title }) => of(Object.entries(title ?? {}))),
    ];
  }),
  ...school.assignments.flatMap(({ product, title, criteria }) =>
    [title, ...criteria].map((texts) => translatable(product, Object.entries(texts))),
  ),
];

const listsOf = (
  school: CompiledSchool,
): Record<(typeof TEXT_KINDS)[number], readonly Translatable[]> => {
  const captions = Map.groupBy(school.captions, ({ product, asset }) => `${product}: ${asset}`);
  return {
    titles: titlesOf(school),
    lessons: school.products.flatMap(({ props, lessons }) =>
      Object.values(lessons).flatMap(({ key, html }) => {
        const texts = Object.keys(html?.languages ?? {}).map(
          (language) => [language, key] as const,
        );
        return texts.length > 0 ? [translatable(props.key, texts, key)] : [];
      }),
    ),
    terms: school.glossary.map(({ term, translations }) =>
      translatable("", fieldOf(translations, "term"), term || undefined),
    ),
    questions: school.faqs.map(({ translations }) =>
      translatable("", fieldOf(translations, "question")),
    ),
    instructions: school.instructions.map(({ translations }) =>
      translatable("", fieldOf(translations, "html"), translations?.[0]?.title ?? ""),
    ),
    announcements: school.announcements.map(({ translations }) =>
      translatable("", fieldOf(translations, "title")),
    ),
    captions: [...captions].map(([name, some]) => ({
      name,
      languages: new Set(some.map(({ language }) => language)),
    })),
  };
};

/** Lists the missing texts of each of the school's languages; the first one is named only where it has gaps. */
export const findUntranslated = (school: CompiledSchool): Untranslated[] => {
  const lists = listsOf(school);
  return school.languages.flatMap((language, at) => {
    const missing = TEXT_KINDS.map((kind) => {
      const texts = lists[kind].filter(({ languages }) => !languages.has(language));
      return [kind, texts.map(({ name }) => name)] as const;
    });
    if (at === 0 && missing.every(([, names]) => names.length === 0)) return [];
    return [{ language, ...Object.fromEntries(missing) } as Untranslated];
  });
};

/** The same as text: a line for each language and kind, with the names. */
export const describeUntranslated = (list: readonly Untranslated[]): string =>
  list
    .flatMap((entry) => {
      const lines = TEXT_KINDS.filter((kind) => entry[kind].length > 0).map(
        (kind) => `  ${kind} (${entry[kind].length}): ${entry[kind].join(", ")}`,
      );
      return lines.length > 0
        ? [`${entry.language}, not translated yet:`, ...lines]
        : [`${entry.language}: everything is translated.`];
    })
    .join("\n");
