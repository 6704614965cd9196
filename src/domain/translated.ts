interface Translation {
  language: string;
}

interface Translated<Field extends string> {
  readonly translations: readonly (Translation & { readonly [Name in Field]?: string })[];
}

/** The language of a title: the requested one, else English, else any other that it has. */
export const titleLanguage = (titles: Readonly<Record<string, string>>, language: string): string =>
  [language, "en", ...Object.keys(titles)].find((code) => titles[code]) ?? language;

/** A title in a language, else in English, else in any other; empty if there is none. */
export const titleIn = (titles: Readonly<Record<string, string>>, language: string): string =>
  titles[titleLanguage(titles, language)] ?? "";

/**
 * The texts of a field by language, empty where there is none. The untranslated field counts as
 * English.
 */
export const textsOf = <Field extends string>(
  entry: Translated<Field> & { readonly [Name in Field]?: string },
  field: Field,
): Record<string, string> => {
  const texts: Record<string, string> = { en: entry[field] ?? "" };
  for (const each of entry.translations)
    texts[each.language] = each[field] || texts[each.language] || "";
  return texts;
};

/** The text of a field in a language, else in English or as it is untranslated, else in any. */
export const translated = <Field extends string>(
  entry: Translated<Field> & { readonly [Name in Field]?: string },
  field: Field,
  language: string,
): string => titleIn(textsOf(entry, field), language);

/**
 * The text of a field, with its language: the requested one, else English, else any other. If there
 * is no text, it is empty, in the requested language.
 */
export const textIn = <Field extends string>(
  translations: readonly (Translation & { [Name in Field]?: string })[],
  field: Field,
  language: string,
): { text: string; language: string } => {
  const given = translations.filter((translation) => translation[field]?.trim());
  const found =
    given.find((translation) => translation.language === language) ??
    given.find((translation) => translation.language === "en") ??
    given[0];
  return { text: found?.[field] ?? "", language: found?.language ?? language };
};
