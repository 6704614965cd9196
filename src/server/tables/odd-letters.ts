/** Signs that stand for letters where a text was read in a wrong encoding. Those of ASCII do not. */
const SIGN = String.raw`(?![ -~])[\p{So}\p{Sm}\p{Sc}\ufffd\x80-\x9f§¶†‡•¦¿¡‚„‹›…‰¨¯¸]`;

const ODD = new RegExp(
  [
    // A capital within a word, as in "RenŽ" and "MŸller", besides MÜLLER and McGee.
    String.raw`\p{Ll}(?![A-Z])\p{Lu}`,
    String.raw`\p{Lu}(?![A-Z])\p{Lu}(?=\p{Ll})`,
    String.raw`(?![a-z])\p{Ll}[A-Z]`,
    String.raw`\p{L}${SIGN}`,
    String.raw`${SIGN}(?=\p{L})`,
    // Two scripts in one word.
    String.raw`\p{Script=Latin}(?=[\p{Script=Greek}\p{Script=Hebrew}])`,
    String.raw`[\p{Script=Greek}\p{Script=Hebrew}](?=\p{Script=Latin})`,
    String.raw`\p{Script=Greek}(?=\p{Script=Hebrew})|\p{Script=Hebrew}(?=\p{Script=Greek})`,
  ].join("|"),
  "gu",
);

/** How many places of a name look as if it was read in a wrong encoding, such as "RenŽ". */
export const countOddLetters = (text: string): number => text.match(ODD)?.length ?? 0;
