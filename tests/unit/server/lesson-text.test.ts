import { expect, test } from "vitest";
import { drawnFigure, openDrawnFigures } from "../../../src/server/content/drawn-figures.ts";
import { readFragment, readPages } from "../../../src/server/content/lesson-pages.ts";
import {
  type ProductNames,
  productReferences,
  schoolReferences,
} from "../../../src/server/content/references.ts";

/** The assets that a text has named, with what each place takes. */
let named: string[] = [];

const names: ProductNames = {
  terms: new Set(["dart", "bust point"]),
  product: "PM",
  lessonKeys: new Set(["hem", "frame"]),
  assets: { take: (name, type) => void named.push(`${name} ${type}`), files: async () => [] },
  figures: openDrawnFigures("PM"),
  outside: { links: false, films: ["vimeo"] },
};

/** Reads a text that begins at line 10 of its file. */
const reading = <Value>(
  lines: string[],
  read: (source: Parameters<typeof readPages>[0], report: Parameters<typeof readPages>[2]) => Value,
) => {
  named = [];
  const problems: string[] = [];
  const source = { text: lines.join("\n"), lineAt: (line: number) => line + 10 };
  const value = read(source, (line, message) => void problems.push(`${line}: ${message}`));
  return { value, problems };
};

const readIn = (language: string, ...lines: string[]) => {
  const { value: pages, problems } = reading(lines, (source, report) =>
    readPages(source, productReferences(names, language), report),
  );
  return { pages, problems };
};

const read = (...lines: string[]) => readIn("en", ...lines);

const html = (...lines: string[]): string => {
  const { pages, problems } = read("# Page", "", ...lines);
  expect(problems).toEqual([]);
  return pages[0]?.html ?? "";
};

/** The problems of a page whose text begins at line 12. */
const problemsOf = (...lines: string[]) => read("# Page", "", ...lines).problems;

test("a lesson's text is divided into pages by its first headings", () => {
  const { pages, problems } = read("# One *and* `two`", "", "a", "", "## More", "# Three", "b");
  expect(problems).toEqual([]);
  expect(pages).toEqual([
    { title: "One and two", line: 10, html: "<p>a</p>\n<h2>More</h2>", parts: [] },
    { title: "Three", line: 15, html: "<p>b</p>", parts: [] },
  ]);
});

const ONE_PART = "13: This line must be @part and the key of one lesson.";

const BEFORE = "11: This text comes before the first heading of level 1, so it is on no page.";
const IN_LIST = "12: A heading of level 1 starts a page: it cannot be in a list or quotation.";

test.each([
  ["\n", "10: This text has no page: start one with a heading of level 1."],
  ["\na\n\nb\n\n# One\nc", BEFORE],
  ["# One\n# Two\n\na", "10: This page has a heading and nothing else."],
  ["#\n\na", "10: A page needs a heading with text."],
  ["# One [x](lesson:hem)\n\na", "10: The heading of a page cannot contain links or pictures."],
  ["# One\n\n- # Two\n", IN_LIST],
  ["# One\n\na\n@part", ONE_PART],
  ["# One\n\na\n@part a b", ONE_PART],
])("a lesson's text is refused: %j", (text, problem) => {
  expect(read(...text.split("\n")).problems).toEqual([problem]);
});

test("a lesson's text names parts in lines of their own, also without other text", () => {
  const { pages, problems } = read("# One", "@part frame", "@part\them  ", "# Two", "a", "@part x");
  expect(problems).toEqual([]);
  const found = pages.flatMap(({ parts }) => parts.map(({ key, line }) => `${key} ${line}`));
  expect(found).toEqual(["frame 11", "hem 12", "x 15"]);
  expect(pages.map(({ parts }) => parts.length)).toEqual([2, 1]);
  expect(pages[0]?.html).toBe("");
});

test.each(["@parts x", "x @part y", "    @part x"])("a lesson's text has no part in %j", (line) => {
  const { pages } = read("# One", "", line);
  expect(pages[0]?.parts).toEqual([]);
  expect(pages[0]?.html).toContain("@part");
});

test.each([
  ["[a](term:dart)", '<dfn data-term="dart">a</dfn>'],
  ["[*a*](lesson:hem)", '<a data-lesson="hem"><em>a</em></a>'],
  ["[a](asset:sheet.pdf)", '<a data-asset="sheet.pdf">a</a>'],
  ["[a](<asset:my sheet.pdf>)", '<a data-asset="my sheet.pdf">a</a>'],
])("a link of a lesson becomes its markup: %s", (text, link) => {
  expect(html(text)).toBe(`<p>${link}</p>`);
});

const expectProblem = (line: string, problem: string) =>
  expect(problemsOf(line)).toEqual([expect.stringContaining(problem)]);

const FORMS = "a link can only be term:TERM, lesson:KEY, asset:NAME or draft:BLOCK.NUMBER.";

test.each([
  ["[a](javascript:x)", `"javascript:x" is an address outside: ${FORMS}`],
  ["[a](hem)", `"hem" leads nowhere: ${FORMS}`],
  ["[a](term:drat)", 'The glossary has no term "drat"; did you mean "dart"?'],
  ["[a](lesson:hen)", 'PM has no lesson "hen"; did you mean "hem"?'],
  ['[a](lesson:hem "x")', "A link cannot have a title in quotes after its address."],
  ["[](lesson:hem)", "A link needs text."],
  [
    "[a](asset:my sheet.pdf)",
    "This link or picture cannot be read: put a name with a space in < >, and no space between ] and (.",
  ],
])("a link of a lesson is refused: %s", expectProblem);

test("a link of a lesson is reported with its own line, in paragraphs and lists", () => {
  const bad = "[a](lesson:zzz)";
  const text = ["text", `and ${bad} more`, `${bad} ${bad}`, "", "- x", "- y", `  ${bad}`];
  const lines = problemsOf(...text).map((problem) => problem.split(":")[0]);
  expect(lines).toEqual(["13", "14", "14", "18"]);
});

test.each([
  ["![a & b](x.svg)", '<figure><img data-asset="x.svg" alt="a &amp; b"></figure>', "x.svg picture"],
  [
    '![a](x.svg "Fig <1>")',
    '<figure><img data-asset="x.svg" alt="a"><figcaption>Fig &lt;1&gt;</figcaption></figure>',
    "x.svg picture",
  ],
  ["b ![a](x.svg)", '<p>b <img data-asset="x.svg" alt="a"></p>', "x.svg picture"],
  [
    "![a](x.mp4?poster=p%20q.svg)",
    '<figure><video data-asset="x.mp4" data-poster="p q.svg" aria-label="a"></video></figure>',
    "x.mp4 video,p q.svg picture",
  ],
  ["- ![a](x.svg)", '<li>\n<figure><img data-asset="x.svg" alt="a"></figure>', "x.svg picture"],
])("a picture of a lesson becomes its markup: %s", (text, markup, files) => {
  expect(html(text)).toContain(markup);
  expect(named.join()).toBe(files);
});

test.each([
  ["![](x.svg)", '"x.svg" has no alternative text: write it in the [ ].'],
  ["![a](https://x.example/x.svg)", "is an address: use the picture's name in assets/."],
  ["![a](x.svg?poster=p.svg)", '"?poster=p.svg" is not allowed here'],
  ["![a](x.mp4?poster=)", '"?poster=" is not allowed here'],
  ['b ![a](x.svg "c")', "A caption is shown only when the picture is alone in its paragraph."],
])("a picture of a lesson is refused: %s", expectProblem);

test.each(["a <b>c", `<!-- ${"x".repeat(100)} -->`])("HTML in a text is refused: %s", (text) => {
  const { pages, problems } = read("# Page", "", text);
  expect(problems.join("\n")).toMatch(/^12: HTML is not allowed in Markdown: <.{2,60}$/);
  expect(pages[0]?.html.replaceAll(/<\/?p>/g, "")).not.toContain("<");
});

const fragment = (terms: ReadonlySet<string> | null, ...lines: string[]) =>
  reading(lines, (source, report) => readFragment(source, schoolReferences(terms), report));

test.each([
  ["# x", "12: Headings start at level 2 here: ## and below."],
  ["@part x", "12: @part is allowed only in a main lesson."],
  ["[x](lesson:hem)", "12: A link to a lesson is allowed only in a lesson."],
  ["![x](x.svg)", "12: Pictures, videos and sheets are allowed only in a lesson."],
  ["[x](term:zzz)", '12: The glossary has no term "zzz".'],
])("an answer or a definition is refused with %s", (line, problem) => {
  expect(fragment(new Set(), "a", "", line).problems).toEqual([problem]);
});

test("a number of a draft is verified, and marked with its name", () => {
  expect(html("[50 cm](draft:skirt-block.halfHip), **[3.25](draft:skirt-block.sideEach)**")).toBe(
    '<p><span data-draft="skirt-block.halfHip">50 cm</span>, <strong><span data-draft="skirt-block.sideEach">3.25</span></strong></p>',
  );
});

test("a number of a draft may be rounded, and has the decimal sign of its language", () => {
  expect(problemsOf("[16.7 cm](draft:skirt-block.measuredBack)")).toEqual([]);
  expect(problemsOf("[17](draft:skirt-block.measuredBack)")).toEqual([]);
  const said = "[3,25 cm](draft:skirt-block.sideEach)";
  expect(readIn("de", "# Seite", "", said).problems).toEqual([]);
  expectProblem(said, '"3,25 cm" has "," as its decimal sign: write "." in this language.');
});

test.each([
  ["[51 cm](draft:skirt-block.halfHip)", "skirt-block.halfHip is 50.0 for the example body."],
  ["[14 cm](draft:skirt-block.reducton)", 'did you mean "skirt-block.reduction"?'],
  ["[14 cm](draft:toString.length)", 'There is no number "toString.length".'],
  ["[half](draft:skirt-block.halfHip)", '"half" must be a number, such as [50 cm]'],
  ["![a](draft:skirt-block/fram)", 'did you mean "skirt-block/frame"?'],
])("what names a draft is refused: %s", expectProblem);

test("a figure of a draft is drawn with the decimal sign of the language", async () => {
  const text = '![a](draft:skirt-block/reduction "Of [14 cm](draft:skirt-block.reduction) & more")';
  expect(html(text)).toBe(
    '<figure><img data-asset="draft-figures/skirt-block/reduction.svg" data-draft="skirt-block/reduction" alt="a"><figcaption>Of <span data-draft="skirt-block.reduction">14 cm</span> &amp; more</figcaption></figure>',
  );
  const { pages } = readIn("de", "# Seite", "", text);
  expect(pages[0]?.html).toContain('data-asset="draft-figures/skirt-block/reduction-comma.svg"');
  const files = await names.figures.files();
  const drawn = files.find(({ title }) => title.endsWith("reduction-comma.svg"));
  expect(String(drawn?.source)).toContain(">3,25<");
  expect(drawnFigure("draft-figures/skirt-block/reduction-comma.svg")).toBe(String(drawn?.source));
});

test.each([
  ["pictures in pictures", "![", ""],
  ["pictures with one end", "![", "]"],
  ["comments", "<!-- ", ""],
  ["tags", "<!A ", ""],
  ["links to nowhere", "![a](b ", ""],
])("a megabyte of %s in one paragraph is refused with words", (_, unit, end) => {
  const paragraph = `a ${unit.repeat(1_000_000 / unit.length)}${end}`;
  const problems = problemsOf("Text.", "", paragraph);
  expect(problems).toEqual(["14: This paragraph has too many [ and < for its length: divide it."]);
});

const FILMS = ["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871?autoplay=1"];

test.each(FILMS)("a link that is alone is a film, with its address for paper: %s", (address) => {
  expect(html(`[How to pin \\<b>](${address})`)).toBe(
    '<figure><a data-film="vimeo/76979871">How to pin &lt;b&gt;</a> <small>https://vimeo.com/76979871</small></figure>',
  );
});

const OUT = ["https://vimeo.com/1", "https://vimeo.com.example.org/1", "mailto:a@x.example"];

test.each(OUT)("a link out of a school that does not allow it is reported: %s", (address) => {
  expect(problemsOf(`See [Pin](${address}).`)).toEqual([
    `12: "${address}" leads out of the school, so only its words are shown: "outside_links: true" in school.yaml allows such links.`,
  ]);
});

test("a link to a film of a company that the school does not allow is reported", () => {
  expect(problemsOf("[Pin](https://youtu.be/dQw4w9WgXcQ)")).toEqual([
    '12: The school does not show films of YouTube, so only the words are shown: "outside_films: {youtube: true}" in school.yaml allows them.',
  ]);
});
