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
