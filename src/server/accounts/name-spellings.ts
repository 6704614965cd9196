/** Greek as passports write it (ELOT 743), in folded letters. */
const GREEK: Readonly<Record<string, string>> = {
  ...{ α: "a", β: "v", γ: "g", δ: "d", ε: "e", ζ: "z", η: "i", θ: "th", ι: "i", κ: "k", λ: "l" },
  ...{ μ: "m", ν: "n", ξ: "x", ο: "o", π: "p", ρ: "r", σ: "s", τ: "t", υ: "y", φ: "f", χ: "ch" },
  ...{ ψ: "ps", ω: "o" },
};

/** The consonants of Hebrew, as they sound. Its vowels are not written. */
const HEBREW: Readonly<Record<string, string>> = {
  ...{ א: "", ב: "b", ג: "g", ד: "d", ה: "", ו: "v", ז: "z", ח: "ch", ט: "t", י: "", כ: "k" },
  ...{ ל: "l", מ: "m", נ: "n", ס: "s", ע: "", פ: "p", צ: "s", ק: "k", ר: "r", ש: "s", ת: "t" },
};

const isHebrew = (word: string): boolean => /[\u05d0-\u05ea]/.test(word);

/** A folded word in Latin letters; Hebrew and other scripts stay, as nobody would write them so. */
const latinOf = (word: string): string =>
  word
    .replace(/(?<=[αεη])υ(?=[θκξπστφχψ]|$)/g, "f")
    .replace(/(?<=[αεη])υ/g, "v")
    .replaceAll("ου", "ou")
    .replaceAll("γγ", "ng")
    .replace(/^μπ/, "b")
    .replace(/[α-ω]/g, (letter) => GREEK[letter] ?? letter);

/** How the consonants of a word in Latin letters sound: "Levy" and "Levi" as `LV`. */
const soundOf = (word: string): string =>
  word
    .replace(/ph/g, "p")
    .replace(/th/g, "t")
    .replace(/sch|sh|t[sz]|[zß]/g, "s")
    .replace(/ch|ck|kh|[cqxg]/g, "k")
    .replace(/[wb]/g, "v")
    .replace(/f/g, "p")
    .replace(/[aeiouyjh]/g, "")
    .replace(/(.)\1+/g, "$1")
    .toUpperCase();

/**
 * The sounds of a folded word, each after a mark that no word has. In Hebrew ו may be a vowel, and ח is
 * often written h.
 */
const soundsOf = (word: string): string[] => {
  const letters = isHebrew(word)
    ? ["", "ו", "ח", "וח"].map((left) =>
        [...word]
          .map((letter, at) => (at > 0 && left.includes(letter) ? "" : (HEBREW[letter] ?? letter)))
          .join(""),
      )
    : [latinOf(word)];
  const sounds = [...new Set(letters.map(soundOf))];
  // Half of all short names have one sound in common.
  const isLatin = letters[0] === word;
  return sounds
    .filter((sound) => /^[A-Z]+$/.test(sound) && (!isLatin || sound.length > 1))
    .map((sound) => `~${sound}`);
};

/** A folded name in other spellings, as lines: in Latin letters, and by its sounds. */
export const spellingsOf = (name: string): string[] => {
  const words = name.split(" ").filter(Boolean);
  const latin = words.map(latinOf).join(" ");
  return [latin === name ? "" : latin, [...new Set(words.flatMap(soundsOf))].join(" ")];
};

/** One typing error is looked for in words of this length. */
const TYPED = { least: 4, most: 24 };

/** What a word of a search may be in the text that people are found by. */
interface SearchedWord {
  /** It is there if the text contains one of these. */
  readonly parts: readonly string[];
  /** Words of the text that sound the same, as a whole. */
  readonly sounds: readonly string[];
  /** Parts of it: each typing error leaves one of them. */
  readonly halves: readonly string[];
  /** Words of the text with one error; `_` is any letter. Empty for a short word. */
  readonly typed: readonly string[];
}

/** @param word folded */
export const searchedWord = (word: string): SearchedWord => {
  const latin = latinOf(word);
  const letters = [...word];
  const { length } = letters;
  const typed = new Set<string>();
  const add = (from: number, to: number, between: string) =>
    typed.add([...letters.slice(0, from), between, ...letters.slice(to)].join(""));
  // Names have no digits: those are usernames with a number, which look alike.
  const isTyped = length >= TYPED.least && length <= TYPED.most && !/\d/.test(word);
  for (let at = 0; isTyped && at <= length; at += 1) {
    add(at, at, "_");
    if (at < length) add(at, at + 1, "_");
    if (at < length && length > TYPED.least) add(at, at + 1, "");
    if (at + 1 < length) add(at, at + 2, `${letters[at + 1]}${letters[at]}`);
  }
  const middle = Math.floor(length / 2);
  return {
    parts: [...new Set([word, latin])],
    sounds: soundsOf(word),
    halves: [letters.slice(0, middle - 1).join(""), letters.slice(middle + 1).join("")],
    typed: [...typed],
  };
};

/**
 * Those whose names have each word of a search; if nobody's has, those whose names sound the same or differ by
 * one typing error. The SQL of `matchesFilter` finds the same people.
 * @param words folded
 */
export const findNamed = <Named extends { readonly folded: string }>(
  all: readonly Named[],
  words: readonly string[],
): readonly Named[] => {
  const searched = words.map(searchedWord);
  const exact = all.filter(({ folded }) => {
    const latin = /[α-ω]/.test(folded) ? folded.split(" ").map(latinOf).join(" ") : "";
    return searched.every(({ parts }) =>
      parts.some((part) => folded.includes(part) || latin.includes(part)),
    );
  });
  if (exact.length > 0) return exact;
  const tests = searched.map(({ parts, sounds, typed }) => {
    const patterns = typed.map((pattern) => pattern.replace("_", "."));
    const whole = new RegExp(` (?:${[...sounds, ...patterns].join("|")}) `, "u");
    return (text: string) =>
      parts.some((part) => text.includes(part)) || (whole.source !== " (?:) " && whole.test(text));
  });
  return all.filter(({ folded }) => {
    const text = ` ${[folded, ...spellingsOf(folded)].join(" ")} `;
    return tests.every((isNear) => isNear(text));
  });
};
