interface Translation {
  language: string;
}

interface Translated<Field extends string> {
  readonly translations: readonly (Translation & { readonly [Name in Field]?: string })[];
}

/** The language in which somebody reads, or several in their order: the person's, then the school's first one. */
export type Reads = string | readonly string[];

/** The languages in which a text is looked for: those that are read, then English, then the others that it has. */
export const languagesTried = (reads: Reads, others: readonly string[]): readonly string[] => [
  ...[reads].flat(),
  "en",
  ...others,
];

/** The language of a title: the first one that is read, else English, else any other that it has. */
export const titleLanguage = (titles: Readonly<Record<string, string>>, reads: Reads): string => {
  const tried = languagesTried(reads, Object.keys(titles));
  return tried.find((code) => titles[code]) ?? tried[0] ?? "";
};

/** A title in a language that is read, else in English, else in any other; empty if there is none. */
export const titleIn = (titles: Readonly<Record<string, string>>, reads: Reads): string =>
  titles[titleLanguage(titles, reads)] ?? "";

/** A title as our own server keeps it, with the school's first language first: in a language, else in that one. */
export const storedTitle = (titles: Readonly<Record<string, string>>, language: string): string =>
  titles[language] || Object.values(titles)[0] || "";

/**
 * The texts of a field by language, empty where there is none. The untranslated field counts as
 * English, unless it is that of a translation: a school without English has none.
 */
export const textsOf = <Field extends string>(
  entry: Translated<Field> & { readonly [Name in Field]?: string },
  field: Field,
): Record<string, string> => {
  const plain = entry[field] ?? "";
  const isTranslation =
    plain !== "" && entry.translations.some(({ [field]: text }) => `${text}` === plain);
  const texts: Record<string, string> = isTranslation ? {} : { en: plain };
  for (const each of entry.translations)
    texts[each.language] = each[field] || texts[each.language] || "";
  return texts;
};

/** The text of a field in a language that is read, else in English or as it is untranslated, else in any. */
export const translated = <Field extends string>(
  entry: Translated<Field> & { readonly [Name in Field]?: string },
  field: Field,
  reads: Reads,
): string => titleIn(textsOf(entry, field), reads);

/**
 * The text of a field, with its language: the first one that is read, else English, else any other. If there
 * is no text, it is empty, in the first language that is read.
 */
export const textIn = <Field extends string>(
  translations: readonly (Translation & { [Name in Field]?: string })[],
  field: Field,
  reads: Reads,
): { text: string; language: string } => {
  const given = new Map(
    translations.flatMap(({ language, [field]: text }) =>
      text?.trim() ? [[language, text] as const] : [],
    ),
  );
  const tried = languagesTried(reads, [...given.keys()]);
  const language = tried.find((code) => given.has(code)) ?? tried[0] ?? "";
  return { text: given.get(language) ?? "", language };
};
