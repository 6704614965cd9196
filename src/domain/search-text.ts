/** Letters that decomposing leaves as they are, though people type them in the plain way. */
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
 * A text as it is searched: without case, accents, niqqud, quotation marks and punctuation, words
 * apart by one space. Final letters equal their ordinary forms, ß equals ss.
 */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    // The maqaf stands among the Hebrew points, but parts words as a hyphen does.
    .replace(/\u05be/g, " ")
    // Quotes stand within Hebrew and French words: they go without parting them.
    .replace(/[\p{M}\u0591-\u05c7'"’‘“”„׳״]/gu, "")
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** What of an entry is searched, in all languages that it has. */
export interface SearchTexts {
  /** What it is called: terms, questions, titles. */
  heads: readonly string[];
  /** What it says, as plain text. */
  bodies: readonly string[];
}

/**
 * Makes a search over entries. An entry is found when each word of the query is in it, whole or in
 * part, in any order and in whichever of its languages. First come those of which a head starts
 * with the query, then those whose heads have it all, then the rest; equals keep their order.
 * A query of no words finds everything.
 */
export const createSearch = <Entry>(
  entries: readonly Entry[],
  textsOf: (entry: Entry) => SearchTexts,
): ((query: string) => readonly Entry[]) => {
  const folded = entries.map((entry) => {
    const { heads, bodies } = textsOf(entry);
    const names = heads.map(foldText);
    const head = names.join("\n");
    return { entry, names, head, all: `${head}\n${bodies.map(foldText).join("\n")}` };
  });

  return (query) => {
    const wanted = foldText(query);
    if (!wanted) return entries;
    const words = wanted.split(" ");
    const hasAll = (text: string) => words.every((word) => text.includes(word));
    const starts: Entry[] = [];
    const contains: Entry[] = [];
    const says: Entry[] = [];
    for (const { entry, names, head, all } of folded) {
      if (names.some((name) => name.startsWith(wanted))) starts.push(entry);
      else if (hasAll(head)) contains.push(entry);
      else if (hasAll(all)) says.push(entry);
    }
    return [...starts, ...contains, ...says];
  };
};
