/** Whether a text has the form of a language's code: two lower-case letters. */
export const isLanguageCode = (text: string): boolean => /^[a-z]{2}$/.test(text);

/** The language in the query; English for what is no language's code. */
export const languageAsked = ({ language = "" }: { readonly language?: string }): string =>
  isLanguageCode(language) ? language : "en";
