/** Letters without a Unicode decomposition, and how people type them. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: "ss",
  ς: "σ",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ł: "l",
  ı: "i",
  ך: "כ",
  ם: "מ",
  ן: "נ",
  ף: "פ",
  ץ: "צ",
};

const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "g");

/**
 * Normalises a text for searching: removes case, accents, niqqud, quotation marks and punctuation,
 * and separates words by one space. Final letters become ordinary ones, ß becomes ss.
 */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    // The maqaf is in the range of the Hebrew points, but separates words like a hyphen.
    .replace(/\u05be/g, " ")
    // Quotation marks occur within Hebrew and French words, so they separate nothing.
    .replace(/[\p{M}\u0591-\u05c7'"’‘“”„׳״]/gu, "")
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The searchable texts of an entry, in all of its languages. */
interface SearchTexts {
  /** Its names: terms, questions, titles. */
  heads: readonly string[];
  /** Its contents, as plain text. */
  bodies: readonly string[];
}

/** Whether a name has words that are written as one: "hipline" begins "hip line". */
const hasJoined = (name: string, query: string): boolean => {
  const wanted = query.replaceAll(" ", "");
  return [...name.matchAll(/(?:^| )/g)].some(({ index }) =>
    name.slice(index).replaceAll(" ", "").startsWith(wanted),
  );
};

/**
 * Creates a search over entries. An entry matches if it contains each word of the query, also as a
 * part of a word, in any order and in any of its languages, or if one of its names has these words
 * with other blanks between them. Entries of which a head starts with the
 * query come first, then those with all words in their heads, then the rest. Otherwise the order
 * stays. A query without words matches all entries.
 */
export const createSearch = <Entry>(
  entries: readonly Entry[],
  textsOf: (entry: Entry) => SearchTexts,
): ((query: string) => readonly Entry[]) => {
  const fold = (entry: Entry) => {
    const { heads, bodies } = textsOf(entry);
    const names = heads.map(foldText);
    const head = names.join("\n");
    return { entry, names, head, all: `${head}\n${bodies.map(foldText).join("\n")}` };
  };
  let folded: ReturnType<typeof fold>[] | undefined;

  return (query) => {
    const wanted = foldText(query);
    if (!wanted) return entries;
    // Only now: whoever reads the entries need not wait for what a search needs.
    folded ??= entries.map(fold);
    const words = wanted.split(" ");
    const hasAll = (text: string) => words.every((word) => text.includes(word));
    const starts: Entry[] = [];
    const contains: Entry[] = [];
    const says: Entry[] = [];
    for (const { entry, names, head, all } of folded) {
      if (names.some((name) => name.startsWith(wanted))) starts.push(entry);
      else if (hasAll(head) || names.some((name) => hasJoined(name, wanted))) contains.push(entry);
      else if (hasAll(all)) says.push(entry);
    }
    return [...starts, ...contains, ...says];
  };
};
