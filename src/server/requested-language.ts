/** Whether a text has the form of a language code: two lower-case letters. */
export const isLanguageCode = (text: string): boolean => /^[a-z]{2}$/.test(text);

/** The language in the query; English when it is not a language code. */
export const requestedLanguage = ({ language = "" }: { readonly language?: string }): string =>
  isLanguageCode(language) ? language : "en";
