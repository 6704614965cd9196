import { describe } from "vitest";
import { type Case, expectProblems } from "./expect-problems.ts";
import { changed, lesson, SMALL_SCHOOL } from "./small-school.ts";

const FRAME = "PM/lessons/frame.md";
const MAIN = "PM/lessons/darts_ml.md";
const HEM = "PM/lessons/hem.md";
const HEBREW = "PM/lessons/frame.he.md";

/** The lesson `hem` with this text. */
const text = (markdown: string) => changed(HEM, "Text.", markdown);

describe("missing targets in a lesson's text", () => {
  const cases: Case[] = [
    [
      "a picture that is not there",
      text("one\ntwo ![x](hme.svg)"),
      [HEM, "hme.svg", 'There is no asset "hme.svg" in PM/assets/'],
    ],
    [
      "a name almost right, with the right one",
      text("![x](fraem.svg)"),
      [HEM, "fraem", 'did you mean "frame.svg"?'],
    ],
    [
      "a video's poster that is not there",
      text("![x](pin.mp4?poster=nil.png)"),
      [HEM, "nil.png", "There is no asset"],
    ],
    [
      "a sheet that is not there",
      text("a\n\n- [x](asset:shet.pdf)"),
      [HEM, "shet.pdf", 'did you mean "sheet.pdf"?'],
    ],
    [
      "a file in other letter case",
      text("![x](Frame.svg)"),
      [HEM, "Frame.svg", 'did you mean "frame.svg"?'],
    ],
    [
      "a file whose ending is not taken",
      text("[x](asset:tool.exe)"),
      [HEM, "tool.exe", "files ending in .svg, .png"],
    ],
    ["a sheet as a picture", text("![x](sheet.pdf)"), [HEM, "sheet.pdf", "is not allowed here"]],
    [
      "a lesson that is not there",
      text("[x](lesson:frames)"),
      [HEM, "lesson:frames", 'PM has no lesson "frames"; did you mean "frame"?'],
    ],
    [
      "a term that is not there, in a table's third row",
      text("| a |\n|---|\n| b |\n| [x](term:drat) |"),
      [HEM, "term:drat", 'no term "drat"; did you mean "dart"?'],
    ],
    [
      "a term of two words that is not there",
      text("[x](term:waist line)"),
      [HEM, "waist line", 'no term "waist line"'],
    ],
    [
      "several at once, each with its line",
      text("[x](term:one)\n[y](term:two)\n\n> [z](term:three)"),
      [HEM, "term:one", '"one"'],
      [HEM, "term:two", '"two"'],
      [HEM, "term:three", '"three"'],
    ],
    [
      "an icon that is not there",
      changed(FRAME, "icon: frame.svg", "icon: farm.svg"),
      [FRAME, "icon:", "There is no icon"],
    ],
    [
      "an assignment's files that are not there",
      changed(FRAME, "task.pdf\n  image: task.svg", "no.pdf\n  image: no.svg"),
      [FRAME, "instructions:", "There is no assignment file"],
      [FRAME, "image:", "There is no assignment file"],
    ],
    [
      "an empty file",
      { "PM/assets/frame.svg": "" },
      ["PM/assets/frame.svg", 1, "This file is empty"],
    ],
  ];
  expectProblems(cases);
});

describe("forbidden content in a lesson's text", () => {
  const cases: Case[] = [
    ["a name that climbs", text("![x](../icons/frame.svg)"), [HEM, "../icons", "leads out"]],
    [
      "a name that climbs in disguise",
      text("[x](asset:%2e%2e/%2e%2e/x.pdf)"),
      [HEM, "asset:", "leads out of its folder"],
    ],
    ["an absolute name", text("[x](asset:/etc/x.pdf)"), [HEM, "asset:", "leads out"]],
    ["a Windows path", text("[x](asset:a\\b.pdf)"), [HEM, "asset:", "leads out"]],
    ["a name with a zero in it", text("[x](asset:a%00.pdf)"), [HEM, "asset:", "not a file name"]],
    [
      "a picture without a text",
      text("![ ](frame.svg)"),
      [HEM, "frame.svg", "has no alternative text"],
    ],
    ["a video without a text", text("![](pin.mp4)"), [HEM, "pin.mp4", "has no alternative text"]],
    ["a link without words", text("[](lesson:frame)"), [HEM, "lesson:", "A link needs text"]],
    ["HTML in a line", text("a\nb <i>"), [HEM, "<i>", "HTML is not allowed in Markdown: <i>"]],
    ["HTML as a block", text("<div>\nx\n</div>"), [HEM, "<div>", "HTML is not allowed"]],
    ["an HTML comment", text("<!-- later -->"), [HEM, "<!--", "HTML is not allowed"]],
    ["an address outside", text("[x](https://a.example)"), [HEM, "https:", "an address outside"]],
    ["a bare address", text("<https://a.example>"), [HEM, "https:", "is an address outside"]],
    ["a script as an address", text("[x](javascript:alert)"), [HEM, "javascript:", "outside"]],
    ["a link by a plain name", text("[x](frame)"), [HEM, "(frame)", '"frame" leads nowhere']],
    [
      "a picture from outside",
      text("![x](https://a.example/b.png)"),
      [HEM, "https:", "is an address"],
    ],
    [
      "a link that its spaces break",
      text("[x](asset:a b.pdf)"),
      [HEM, "asset:", "cannot be read: put a name with a space in < >"],
    ],
    [
      "a caption within a line",
      text('See ![x](frame.svg "Figure 1")'),
      [HEM, "frame.svg", "A caption is shown only when"],
    ],
    [
      "a poster on a picture",
      text("![x](frame.svg?poster=pin.svg)"),
      [HEM, "poster", "a video may have ?poster=NAME"],
    ],
  ];
  expectProblems(cases);
});

describe("pages and parts", () => {
  const cases: Case[] = [
    [
      "text before the first page",
      changed(HEM, "# Hem", "Early.\n\n# Hem"),
      [HEM, "Early", "comes before the first heading of level 1"],
    ],
    [
      "a lesson without a page",
      changed(HEM, "# Hem\n\nText.\n", ""),
      [HEM, 6, "This text has no page"],
    ],
    ["a page without a title", changed(HEM, "# Hem", "#"), [HEM, "#\n", "heading with text"]],
    ["a page without text", text("# Next\n\nText."), [HEM, "# Hem", "a heading and nothing else"]],
    [
      "a page's heading in a quotation",
      text("> # Quoted"),
      [HEM, "# Quoted", "cannot be in a list or quotation"],
    ],
    [
      "a link in a page's title",
      changed(HEM, "# Hem", "# [Hem](term:dart)"),
      [HEM, "# [", "cannot contain links"],
    ],
    [
      "a translation with a page too many",
      changed(HEBREW, "עוד\n", "עוד\n\n# שלוש\n\nג\n"),
      [HEBREW, "# שלוש", "This has 3 pages, the English text 2 pages."],
    ],
    [
      "a translation with a page too few",
      changed(HEBREW, "\n# סרט\n", ""),
      [HEBREW, "# קווים", "This has 1 page, the English text 2 pages."],
    ],
    [
      "an unknown part",
      changed(MAIN, "@part dart-end", "@part dart-edn\n@part dart-end"),
      [MAIN, "dart-edn", 'There is no lesson "dart-edn"; did you mean "dart-end"?'],
    ],
    [
      "the same part twice",
      changed(MAIN, "@part dart-end", "@part dart-end\n@part dart-shape"),
      [MAIN, 14, '"dart-shape" is already a part of "darts_ml".'],
    ],
    [
      "a part in a lesson that is no main lesson",
      text("Text.\n@part dart-end"),
      [HEM, "@part", "@part is allowed only in a main lesson"],
    ],
    [
      "a part in a translation",
      changed(HEBREW, "עוד", "עוד\n@part dart-end"),
      [HEBREW, "@part", "@part belongs in the English text only"],
    ],
    [
      "a main lesson as a part",
      changed(MAIN, "@part dart-end", "@part dart-end\n@part darts_ml"),
      [MAIN, "@part darts_ml", "is a main lesson and cannot be a part"],
    ],
    [
      "a part line with two keys",
      changed(MAIN, "@part dart-end", "@part dart-end\n@part frame hem"),
      [MAIN, "frame hem", "must be @part and the key of one lesson"],
    ],
    [
      "a main lesson without parts",
      { "PM/lessons/frame_ml.md": lesson(300, "Frame"), ...useLesson("frame_ml") },
      ["PM/lessons/frame_ml.md", 1, "A main lesson needs parts"],
    ],
    [
      "a key with _ml inside",
      {
        [MAIN]: null,
        "PM/lessons/darts_ml2.md": SMALL_SCHOOL[MAIN],
        ...changed("PM/course.yaml", "darts_ml", "darts_ml2"),
      },
      [
        "PM/lessons/darts_ml2.md",
        1,
        '"_ml" marks a main lesson and is allowed only at the end of its key',
      ],
    ],
    [
      "a lesson that no menu and no part names",
      { "PM/lessons/alone.md": lesson(300, "Alone") },
      ["PM/lessons/alone.md", 1, "No menu and no @part names this lesson."],
    ],
  ];
  expectProblems(cases);
});

function useLesson(key: string) {
  return changed("PM/course.yaml", "lessons: [hem]", `lessons: [hem, ${key}]`);
}
