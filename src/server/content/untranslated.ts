import { FALLBACK_LANGUAGE } from "../../domain/languages.ts";
import type { CompiledSchool } from "./school.ts";

/** What students of a language read in English. */
export interface Untranslated {
  language: string;
  /** The keys of lessons, by product, such as `PM: workplace`. */
  lessons: string[];
  /** Glossary terms, in English. */
  terms: string[];
  /** Questions, in English. */
  questions: string[];
  /** Titles of study instructions, in English. */
  instructions: string[];
  /** The names of videos with captions in English only, by product. */
  captions: string[];
}

type Translations<Fields extends string> = readonly ({ language: string } & Partial<
  Record<Fields, string | null | undefined>
>)[];

const missing = <Entry>(
  entries: readonly Entry[],
  translations: (entry: Entry) => readonly { language: string }[] | null | undefined,
  name: (entry: Entry) => string,
  language: string,
): string[] =>
  entries
    .filter((entry) => !translations(entry)?.some((each) => each.language === language))
    .map(name);

const inEnglish = <Field extends string>(
  translations: Translations<Field> | null | undefined,
  field: Field,
): string => translations?.find(({ language }) => language === FALLBACK_LANGUAGE)?.[field] ?? "";

/**
 * Lists the missing translations of each of the school's languages, except English. Titles are not
 * among them, because they are required in every language.
 */
export const findUntranslated = (school: CompiledSchool): Untranslated[] =>
  school.languages
    .filter((language) => language !== FALLBACK_LANGUAGE)
    .map((language) => ({
      language,
      lessons: school.products.flatMap((product) =>
        Object.values(product.lessons)
          .filter(({ html }) => html?.languages && !(language in html.languages))
          .map(({ key }) => `${product.props.key}: ${key}`),
      ),
      terms: missing(
        school.glossary,
        ({ translations }) => translations,
        ({ term, translations }) => term || inEnglish(translations, "term"),
        language,
      ),
      questions: missing(
        school.faqs,
        ({ translations }) => translations,
        ({ translations }) => inEnglish(translations, "question"),
        language,
      ),
      instructions: missing(
        school.instructions,
        ({ translations }) => translations,
        ({ translations }) => inEnglish(translations, "title"),
        language,
      ),
      captions: [
        ...new Set(school.captions.map(({ product, asset }) => `${product}: ${asset}`)),
      ].filter(
        (name) =>
          !school.captions.some(
            (each) => `${each.product}: ${each.asset}` === name && each.language === language,
          ),
      ),
    }));

const KINDS = ["lessons", "terms", "questions", "instructions", "captions"] as const;

/** The same as text: a line for each language and kind, with the names. */
export const describeUntranslated = (list: readonly Untranslated[]): string =>
  list
    .flatMap((entry) => {
      const lines = KINDS.filter((kind) => entry[kind].length > 0).map(
        (kind) => `  ${kind} (${entry[kind].length}): ${entry[kind].join(", ")}`,
      );
      return lines.length > 0
        ? [`${entry.language}, not translated yet:`, ...lines]
        : [`${entry.language}: everything is translated.`];
    })
    .join("\n");
