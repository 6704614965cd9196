import anyAscii from "any-ascii";

/** What letters may be in Latin letters, the usual first. */
type Rule = readonly [letters: RegExp, ...latin: string[]];

/**
 * Where any-ascii, which reads one letter at a time, knows less, by script: Greek as passports (ELOT 743) and people
 * write it, Cyrillic of several languages, and the letters of Hebrew and Arabic that may be a vowel or have two
 * sounds.
 */
const SCRIPTS: readonly (readonly [script: RegExp, rules: readonly Rule[]])[] = [
  [
    /[α-ω]/,
    [
      [/(?<=[αεη])υ(?=[θκξπστφχψ]|$)/g, "f"],
      [/(?<=[αεη])υ/g, "v"],
      [/γι(?=[αεοω])/g, "gi", "y"],
      [/ου/g, "ou"],
      [/γγ/g, "ng"],
      [/γ(?=[ξχ])/g, "n"],
      [/μπ/g, "b", "mp"],
      [/ντ/g, "d", "nt"],
      [/γκ/g, "g", "gk"],
    ],
  ],
  [
    /\p{Script=Cyrillic}/u,
    [
      [/щ/g, "shch", "sch", "sht"],
      [/х/g, "kh", "h"],
      [/г/g, "g", "h"],
      [/ц/g, "ts", "c"],
      [/ж/g, "zh", "j"],
    ],
  ],
  [
    /\p{Script=Hebrew}/u,
    [
      [/^[אע](?![וי])/g, "a"],
      [/ח/g, "ch", "h"],
      [/(?<=.)ו/g, "v", "u"],
    ],
  ],
  [
    /\p{Script=Arabic}/u,
    [
      [/^ال/g, "", "al"],
      [/^[اع](?![وي])/g, "a"],
      [/ج/g, "j", "g"],
      [/(?<=.)و/g, "w", "u"],
    ],
  ],
];

const MAX_SPELLINGS = 8;

const LATIN = /^[a-z0-9]*$/;

/** A folded word in Latin letters, in each usual way. */
const latinOf = (word: string): readonly string[] => {
  if (LATIN.test(word)) return [word];
  let texts = [word];
  const rules = SCRIPTS.find(([script]) => script.test(word))?.[1] ?? [];
  for (const [letters, ...latin] of rules) {
    if (word.search(letters) < 0) continue;
    const replaced = texts.flatMap((text) => latin.map((by) => text.replaceAll(letters, by)));
    texts = [...new Set(replaced)].slice(0, MAX_SPELLINGS);
  }
  const plain = texts.map((text) =>
    anyAscii(text)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, ""),
  );
  return [...new Set(plain)].filter(Boolean);
};

/** Nobody writes a word of these scripts in Latin letters without its vowels. */
const hasVowels = (word: string): boolean =>
  LATIN.test(word) || !/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(word);

/** How a word in Latin letters sounds: the consonants of "Levy" and "Levi" are `LV`. */
const soundOf = (latin: string): string => {
  const letters = latin
    .replace(/^x(?=[lr])/, "k")
    .replace(/x/g, "ks")
    .replace(/ts?ch/g, "ch")
    .replace(/sch|sh|t[sz]|z/g, "s")
    .replace(/ch|ck|kh|[cq]/g, "k")
    .replace(/th/g, "t")
    .replace(/ph|f/g, "p")
    .replace(/[wb]/g, "v");
  const consonants = letters.replace(/[aeiouyjh]/g, "").replace(/(.)\1+/g, "$1");
  if (consonants.length > 1) return consonants.toUpperCase();
  // Half of all short names have one consonant in common. These vowels are written in every script.
  return letters
    .replace(/^[ae]+/, "A")
    .replace(/[aeh]/g, "")
    .replace(/[ou]+/g, "U")
    .replace(/[ijy]+/g, "I")
    .replace(/(.)\1+/g, "$1")
    .toUpperCase();
};

/** The sounds of a word's spellings, each after a mark that no word has. */
const soundsOf = (latin: readonly string[]): string[] =>
  [...new Set(latin.map(soundOf))]
    .filter((sound) => /^[A-Z]+$/.test(sound))
    .map((sound) => `~${sound}`);

/** Other spellings of a folded name, and its sounds. */
export const spellingsOf = (name: string): string => {
  const spellings = new Set<string>();
  const sounds = new Set<string>();
  for (const word of name.split(" ").filter(Boolean)) {
    const latin = latinOf(word);
    for (const sound of soundsOf(latin)) sounds.add(sound);
    // An Arabic article is often written as a word of its own.
    const article = word.startsWith("ال") ? ["al", "el"] : [];
    for (const each of hasVowels(word) ? latin : article) if (each !== word) spellings.add(each);
  }
  return [...spellings, ...sounds].join(" ");
};

/** One typing error is looked for in words of this length. */
const TYPED = { least: 4, most: 24 };

/** What a word of a search may be in the text that people are found by. */
interface SearchedWord {
  /** It is there if the text contains one of these. */
  readonly parts: readonly string[];
  /** Words of the text that sound the same, as a whole. */
  readonly sounds: readonly string[];
  /** Words of the text with one typing error, in each script. */
  readonly typed: readonly TypedWord[];
}

interface TypedWord {
  /** Parts of the word: each typing error leaves one of them. */
  readonly halves: readonly string[];
  /** The word with one error; `_` is any letter. */
  readonly patterns: readonly string[];
}

const typedWord = (word: string): TypedWord => {
  const letters = [...word];
  const { length } = letters;
  const patterns = new Set<string>();
  const add = (from: number, to: number, between: string) =>
    patterns.add([...letters.slice(0, from), between, ...letters.slice(to)].join(""));
  for (let at = 0; at <= length; at += 1) {
    add(at, at, "_");
    if (at < length) add(at, at + 1, "_");
    if (at < length && length > TYPED.least) add(at, at + 1, "");
    if (at + 1 < length) add(at, at + 2, `${letters[at + 1]}${letters[at]}`);
  }
  const middle = Math.floor(length / 2);
  return {
    halves: [letters.slice(0, middle - 1).join(""), letters.slice(middle + 1).join("")],
    patterns: [...patterns],
  };
};

/** @param word folded */
export const searchedWord = (word: string): SearchedWord => {
  const latin = latinOf(word);
  const written = hasVowels(word) ? latin : [];
  return {
    parts: [...new Set([word, ...written])],
    sounds: soundsOf(latin),
    typed: [...new Set([word, ...written.slice(0, 1)])]
      // Names have no digits: those are usernames with a number, which look alike.
      .filter((text) => text.length >= TYPED.least && text.length <= TYPED.most && !/\d/.test(text))
      .map(typedWord),
  };
};

/**
 * Those whose names have each word of a search; if nobody's has, those whose names sound the same or differ by
 * one typing error. The SQL of `matchesFilter` finds the same people.
 * @param all each with the text that it is found by, see `searchTextOf`
 * @param wanted folded words
 */
export const findNamed = <Named extends { readonly text: string }>(
  all: readonly Named[],
  wanted: readonly string[],
): readonly Named[] => {
  const searched = wanted.map(searchedWord);
  const exact = all.filter(({ text }) =>
    searched.every(({ parts }) => parts.some((part) => text.includes(part))),
  );
  if (exact.length > 0) return exact;
  const tests = searched.map(({ parts, sounds, typed }) => {
    const patterns = typed.flatMap((word) => word.patterns).map((it) => it.replace("_", "."));
    const whole = new RegExp(` (?:${[...sounds, ...patterns].join("|")}) `, "u");
    return (text: string) =>
      parts.some((part) => text.includes(part)) || (whole.source !== " (?:) " && whole.test(text));
  });
  return all.filter(({ text }) => {
    const spaced = ` ${text.replaceAll("\n", " ")} `;
    return tests.every((isNear) => isNear(spaced));
  });
};
