import { describe } from "vitest";
import { type Case, expectProblems } from "./expect-problems.ts";
import { changed } from "./small-school.ts";

const GLOSSARY = "glossary.yaml";
const FAQ = "faq.yaml";
const THEN = "instructions/2-then.md";

const glossary = (from: string, to: string) => changed(GLOSSARY, from, to);
const faq = (from: string, to: string) => changed(FAQ, from, to);
const then = (from: string, to: string) => changed(THEN, from, to);

describe("the glossary", () => {
  const cases: Case[] = [
    [
      "a picture that is not there",
      glossary("dart.svg", "drat.svg"),
      [
        GLOSSARY,
        "drat.svg",
        'There is no glossary picture "drat.svg" in glossary/; did you mean "dart.svg"?',
      ],
    ],
    [
      "a term twice",
      glossary(
        "- term: hem line",
        "- term: dart\n  en: {term: Dart, definition: x}\n- term: hem line",
      ),
      [GLOSSARY, 7, 'The glossary already has a term "dart"'],
    ],
    [
      "no English",
      glossary("  en:\n    term: hem line", "  he:\n    term: hem line"),
      [GLOSSARY, "- term: hem line", '"en" is missing'],
    ],
    [
      "no definition",
      glossary(", definition: טריז", ""),
      [GLOSSARY, "he:", '"definition" is missing'],
    ],
    [
      "an unknown language",
      glossary("  he:", "  hb:"),
      [GLOSSARY, "hb:", '"hb" is not a field here'],
    ],
    [
      "an unknown term in a definition",
      glossary("It hangs.", "It [hangs](term:drop)."),
      [GLOSSARY, "term:drop", 'The glossary has no term "drop"'],
    ],
    [
      "a lesson's link in a definition",
      glossary("It hangs.", "It [hangs](lesson:hem)."),
      [GLOSSARY, "lesson:hem", "A link to a lesson is allowed only in a lesson"],
    ],
    [
      "HTML in a definition",
      glossary("It hangs.", "It <b>hangs</b>."),
      [GLOSSARY, "<b>", "HTML is not allowed in Markdown: </b>"],
      [GLOSSARY, "<b>", "HTML is not allowed in Markdown: <b>"],
    ],
    [
      "a heading of level 1 in a definition",
      glossary("It hangs.", "# It hangs"),
      [GLOSSARY, "# It", "Headings start at level 2"],
    ],
    ["nothing more when it is no YAML", { [GLOSSARY]: "- term: [\n" }, [GLOSSARY, 2, ""]],
  ];
  expectProblems(cases);
});

describe("the questions", () => {
  const cases: Case[] = [
    [
      "no answer",
      faq("    answer: |\n      With a [dart](term:dart).\n\n      - Slowly.\n", ""),
      [FAQ, "en:\n", '"answer" is missing'],
    ],
    [
      "no category",
      faq("category: {en: Studying, he: לימוד}\n  en:", "en:"),
      [FAQ, 1, '"category" is missing'],
    ],
    [
      "an unknown term",
      faq("- Slowly.", "- [Slowly](term:slow)."),
      [FAQ, "term:slow", 'no term "slow"'],
    ],
    [
      "a picture",
      faq("- Slowly.", "- ![x](frame.svg)"),
      [FAQ, "frame.svg", "allowed only in a lesson"],
    ],
    [
      "an unknown field",
      faq("question:", "questoin: x\n    question:"),
      [FAQ, "questoin", 'did you mean "question"?'],
    ],
  ];
  expectProblems(cases);
});

describe("the instructions", () => {
  const cases: Case[] = [
    [
      "an unknown course",
      then("PMB", "PMX"),
      [THEN, "PMX", 'The school has no course "PMX"; did you mean "PMB"?'],
    ],
    [
      "another one's id",
      then("id: 2", "id: 1"),
      [
        "instructions/10-last.md",
        "id:",
        "The instruction id 1 already belongs to instructions/2-then.md",
      ],
    ],
    [
      "an unknown field",
      then("course:", "curse: PMB\ncourse:"),
      [THEN, "curse", 'did you mean "course"?'],
    ],
    [
      "a title without one of the languages",
      then(", he: Then", ""),
      [THEN, "title:", 'no text in "he"'],
    ],
    [
      "a heading of level 1",
      then("## Head", "# Head"),
      [THEN, "# Head", "Headings start at level 2"],
    ],
    ["a part", then("Do", "@part frame\nDo"), [THEN, "@part", "only in a main lesson"]],
    ["no text", then("## Head\n\nDo *this*.\n", ""), [THEN, 6, "This has no text"]],
    [
      "a translation without its English text",
      { "instructions/5-x.he.md": "א" },
      ["instructions/5-x.he.md", 1, "translates 5-x.md"],
    ],
  ];
  expectProblems(cases);
});
