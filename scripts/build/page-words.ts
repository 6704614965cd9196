/** What people read and hear of a page: its texts and its labels. The page's own script has the same. */
const WORDS = /(?<=>|aria-label=")[^<">]+/g;

/**
 * The words in which a page in several languages differs, by language, each once and all in the
 * same order.
 * @param original the language whose page is there to begin with
 * @throws when these words do not make the original page into every other
 */
export const wordTableOf = (
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
    if (made !== wanted) throw new Error(`Words alone do not make the page in ${language}.`);
  }
  return table;
};
