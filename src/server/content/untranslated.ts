import { TEXT_KINDS } from "../../contract/staff-content.ts";
import { sourceTextPath } from "../../domain/source-text.ts";
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
  /** What people call it; absent: its name without the product. */
  readonly title?: string;
  /** Of the product; empty for texts of the school. */
  readonly product: string;
  /** The key of a lesson whose text is meant. */
  readonly lesson?: string;
  readonly languages: ReadonlySet<string>;
}

/** @param product its key; empty for texts of the school */
const translatable = (product: string, texts: Texts, name = texts[0]?.[1] ?? ""): Translatable => ({
  ...{ product, title: name, name: product ? `${product}: ${name}` : name },
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
      Object.values(lessons).flatMap(({ key, title, html }) => {
        const texts = Object.keys(html?.languages ?? {}).map(
          (language) => [language, key] as const,
        );
        const shown = Object.values(title ?? {})[0] ?? key;
        return texts.length > 0
          ? [{ ...translatable(props.key, texts, key), lesson: key, title: shown }]
          : [];
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
      ...{ name, product: some[0]?.product ?? "", title: some[0]?.asset ?? name },
      languages: new Set(some.map(({ language }) => language)),
    })),
  };
};

/** The missing texts of each of the school's languages; the first one is named only where it has gaps. */
const findMissing = (school: CompiledSchool) => {
  const lists = listsOf(school);
  return school.languages.flatMap((language, at) => {
    const missing = TEXT_KINDS.map((kind) => ({
      kind,
      texts: lists[kind].filter(({ languages }) => !languages.has(language)),
    }));
    return at === 0 && missing.every(({ texts }) => texts.length === 0)
      ? []
      : [{ language, missing }];
  });
};

/** Lists the missing texts of each of the school's languages; the first one is named only where it has gaps. */
export const findUntranslated = (school: CompiledSchool): Untranslated[] =>
  findMissing(school).map(({ language, missing }) => {
    const names = missing.map(({ kind, texts }) => [kind, texts.map(({ name }) => name)] as const);
    return { language, ...Object.fromEntries(names) } as Untranslated;
  });

/** What a language lacks, in the words of people: how much of each kind, and the first ones. */
export interface MissingTexts {
  readonly language: string;
  readonly missing: readonly {
    readonly kind: (typeof TEXT_KINDS)[number];
    readonly count: number;
    /** `path` is that of a lesson's text that is to be written; empty for others. */
    readonly names: readonly { readonly name: string; readonly path: string }[];
  }[];
}

/** Nobody reads longer lists. */
const MAX_NAMES = 100;

/** The same in the words of people, with the texts that are to be written. Long lists end early. */
export const findMissingTexts = (school: CompiledSchool): MissingTexts[] =>
  findMissing(school).map(({ language, missing }) => ({
    language,
    missing: missing
      .filter(({ texts }) => texts.length > 0)
      .map(({ kind, texts }) => ({
        ...{ kind, count: texts.length },
        names: texts.slice(0, MAX_NAMES).map(({ name, title = name, product, lesson: key }) => ({
          name: title,
          path:
            key === undefined
              ? ""
              : sourceTextPath(
                  { kind: "lesson", product, key, language },
                  language,
                  school.languages[0],
                ),
        })),
      })),
  }));

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
