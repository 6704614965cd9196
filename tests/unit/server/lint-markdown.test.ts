import { expect, test } from "vitest";
import { lintMarkdown } from "../../../src/server/content/lint-markdown.ts";
import { parseMarkdown } from "../../../src/server/content/markdown-parser.ts";

/** What is warned of: `line message`, from line 0. */
const warningsOf = (text: string): string[] => {
  const found: string[] = [];
  const { tokens, labels } = parseMarkdown(text);
  lintMarkdown(text, tokens, labels, (line, message) => found.push(`${line} ${message}`));
  return found;
};

const HEADING = 'If this is a heading, write "#" and a space before it; if not, write "\\#".';
const LIST = 'If this is a list, begin its lines with "- " or "1. ".';
const TABLE =
  "If this is a table, write |---|---| below its first line, with a part for each column.";

const noSpace = (sign: string) => `${sign} is no space to Markdown: write a space in its place.`;
const unseen = (sign: string) => `${sign}, which cannot be seen, begins this line: delete it.`;
const spaced = (sign: string) =>
  `"${sign}" is shown as it is: no space may stand between it and its words.`;
const underlined = (line: string) =>
  `The line of ${line} below makes a heading of this: leave a blank line between.`;
const indented = (count: number) =>
  `This is no part of the item above it: indent it by ${count} spaces.`;
const CODE = "A line that begins with four spaces or a tab is shown as code.";

test.each<[name: string, text: string, warning: string]>([
  ["a heading without a space", "Text\n\n#Heading", `2 ${HEADING}`],
  ["a heading in the second line", "Text\n#Heading", `1 ${HEADING}`],
  ["a heading with a full-width sign", "＃ Heading", `0 ${HEADING}`],
  ["a heading with seven signs", "####### Heading", '0 A heading has at most six "#".'],
  ["a heading with a non-breaking space", "#\u00a0Heading", `0 ${noSpace("U+00A0")}`],
  ["a list with non-breaking spaces", "-\u00a0pin", `0 ${noSpace("U+00A0")}`],
  ["a numbered list with ideographic spaces", "Text\n\n1.\u3000pin", `2 ${noSpace("U+3000")}`],
  ["a heading behind the mark of a direction", "\u200f# כותרת", `0 ${unseen("U+200F")}`],
  ["a list behind a byte order mark", "\ufeff1. pin", `0 ${unseen("U+FEFF")}`],
  ["a list with bullets", "• pin\n• cut", `0 ${LIST}`],
  ["a list with full-width bullets", "Text:\n\n・ pin", `2 ${LIST}`],
  ["a list without spaces", "Text:\n-pin\n-cut", `1 ${LIST}`],
  ["a list with dashes", "– pin\n– cut", `0 ${LIST}`],
  ["a numbered list without spaces", "1.Pin", `0 ${LIST}`],
  [
    "a numbered list that goes on behind a text",
    "Then:\n2. cut",
    "1 A list that does not begin with 1 needs a blank line before it.",
  ],
  ["an item below another", "1. pin\n  - along the line", `1 ${indented(3)}`],
  ["an item one space below another", "- pin\n - along the line", `1 ${indented(2)}`],
  ["a task", "- [ ] pin", '0 "[ ]" is shown as it is: there are no boxes to tick.'],
  ["a rule below a text", "Text\n---\n\nText", `0 ${underlined("---")}`],
  ["an indented line", "Text\n\n    Pin it.", `2 ${CODE}`],
  ["a table without a line below its head", "| a | b |\n| 1 | 2 |", `0 ${TABLE}`],
  ["a table with another number of parts", "| a | b |\n|---|\n| 1 | 2 |", `0 ${TABLE}`],
  [
    "a row with too many cells",
    "| a | b |\n|---|---|\n| 1 | 2 |\n| 1 | 2 | 3 |",
    "3 This row has 3 cells, the table 2 columns: the rest is not shown.",
  ],
  ["strong words with spaces inside", "Pin\n** this ** now", `1 ${spaced("**")}`],
  [
    "strong words with full-width stars in a table",
    "| a |\n|---|\n| ＊＊x＊＊ |",
    `2 ${spaced("＊＊")}`,
  ],
  ["a footnote", "Pin[^1].", '0 "[^1]" is shown as it is: there are no such links.'],
  ["a link of a wiki", "See [[hem]].", '0 "[[hem]]" is shown as it is: there are no such links.'],
  [
    "a note that defines a link",
    "Text\n\n[Note]: press\n",
    "2 This line is not shown, as a link could use it: write it in another way.",
  ],
  ["a part with a full-width sign", "＠part hem", "0 A part is a line of its own: @part KEY."],
])("Markdown that is probably meant otherwise is warned of: %s", (_, text, warning) =>
  expect(warningsOf(text)).toEqual([warning]),
);

test.each<[name: string, text: string]>([
  ["headings", "# One\n\n## Two ##\n\n### Three"],
  ["an escaped sign", "\\#80 is a needle, #\n\n\\#1"],
  ["lists", "Text:\n- pin\n  - here\n- cut\n\n1. pin\n   - here\n2. cut\n\n* x\n\n+ y"],
  ["a list that begins with 3", "Text\n\n3. cut\n4. sew"],
  ["emphasis at the beginning of lines", "*pin* it\n*cut* it\n**sew** it"],
  ["emphasis in words", "**pin***cut* __sew__ snake__case a_b_c"],
  ["a rule", "Text\n\n---\n\n***\n"],
  ["a fence of code", "```\n#x ** [[a]]\n```\n\n`** [[a]]`"],
  ["a table", "| a | b |\n|---|:-:|\n| 1 | 2 |\n| 1 |\n\na | b\n--|--\n1 | x \\| y"],
  ["a quotation", "> - pin\n> - cut\n>\n> ## Two"],
  ["a link by its label", "[dart][d] and [hem]\n\n[d]: term:dart\n[hem]: term:hem"],
  ["a part", "@part hem"],
  ["a time, a measure and an ordinal", "12.5 cm, 1.5–2 cm\n3.30 pm\n1.ª costura"],
  ["words in Hebrew", "\u200fשלום #2\n- מודדים\n- גוזרים"],
])("Markdown that is probably meant otherwise is none of these: %s", (_, text) =>
  expect(warningsOf(text)).toEqual([]),
);
