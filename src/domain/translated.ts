interface Translation {
  language: string;
}

/** The text of a field in a language; English, then the plain field, where it is missing. */
export const translated = <Field extends string>(
  entry: { translations: readonly (Translation & { [Name in Field]?: string })[] } & {
    [Name in Field]?: string;
  },
  field: Field,
  language: string,
): string => {
  const inLanguage = (code: string): string | undefined =>
    entry.translations.find((translation) => translation.language === code)?.[field];
  return inLanguage(language) || inLanguage("en") || entry[field] || "";
};

/** A title given by language; English where it is missing, else any there is. */
export const titleIn = (titles: Readonly<Record<string, string>>, language: string): string =>
  titles[language] || titles.en || Object.values(titles).find(Boolean) || "";

/**
 * The text of a field with the language that it is in: the one asked for, else English, else any
 * there is. Empty, in the language asked for, where there is none at all.
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
