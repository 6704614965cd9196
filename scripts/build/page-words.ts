/** Matches the visible words of a page: its texts and labels. The page's script uses the same pattern. */
const WORDS = /(?<=>|aria-label=")[^<">]+/g;

/**
 * Collects the words that differ between the languages of a page, in the same order for each language.
 * @param original the language of the page in which words are replaced
 * @throws an Error if replacing words does not result in the page of every language
 */
export const createWordTable = (
  pages: Readonly<Record<string, string>>,
  original: string,
): Record<string, string[]> => {
  const texts = Object.entries(pages).map(
    ([language, page]) => [language, page.match(WORDS) ?? []] as const,
  );
  const table: Record<string, string[]> = {};
  for (const [language] of texts) table[language] = [];
  const page = pages[original] ?? "";
  for (const [place, word] of (page.match(WORDS) ?? []).entries()) {
    if (table[original]?.includes(word) || texts.every(([, text]) => text[place] === word))
      continue;
    for (const [language, text] of texts) table[language]?.push(text[place] ?? "");
  }
  for (const [language, wanted] of Object.entries(pages)) {
    const made = page.replace(
      WORDS,
      (word) => table[language]?.[table[original]?.indexOf(word) ?? -1] ?? word,
    );
    if (made !== wanted)
      throw new Error(`Replacing words does not result in the page in ${language}.`);
  }
  return table;
};
