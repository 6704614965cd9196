import { createHash } from "node:crypto";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { DEMO_SCHOOL } from "../support/demo-school.ts";
import { goodMp4, index, mp4, track } from "../support/small-film.ts";
import { type Case, expectProblems, expectWarnings } from "./expect-problems.ts";
import { changed, SMALL_SCHOOL, schoolWith, warningsWith } from "./small-school.ts";

const inBoth = (en: object, he: object) => [
  { language: "en", ...en },
  { language: "he", ...he },
];

test("the school's own words, languages and announcements are read as written", async () => {
  const school = await schoolWith();
  expect(school).toMatchObject({
    languages: ["en", "he"],
    ...{ tutorTalk: "mail", voiceAnswers: false, outsideFilms: ["vimeo"] },
    announcements: [
      {
        ...{ id: 3, from: "2026-03-01", to: "2026-03-31" },
        translations: inBoth(
          { title: "Closed", body: "On Friday." },
          { title: "סגור", body: "ביום שישי." },
        ),
      },
    ],
  });
  expect(school.organisation).toEqual({
    ...{ id: 1, name: "Small School", email: "desk@small.example", telephone: "+44 20" },
    logo: SMALL_SCHOOL["logo.png"].toString("base64"),
    ...{ download_available: true, accent: "#a03050", zone: "Asia/Jerusalem" },
    footer: { description: "Small", url: "https://small.example/" },
  });
  const plain = SMALL_SCHOOL["school.yaml"].split("announcements:")[0] ?? "";
  // The editor leaves an empty list when the last announcement is removed.
  for (const announcements of ["", "announcements: []\n"]) {
    expect(await schoolWith({ "school.yaml": plain + announcements })).toMatchObject({
      ...{ announcements: [], tutorTalk: "here", voiceAnswers: true, outsideFilms: [] },
    });
  }
});

test("the school's mail addresses lose the signs that nobody sees", async () => {
  const text = SMALL_SCHOOL["school.yaml"]
    .replace("desk@small", "desk\u200b@small")
    .replace("url: https://small.example/", "email: desk@small.example\u2060");
  const { organisation } = await schoolWith({ "school.yaml": text });
  expect([organisation.email, organisation.footer]).toEqual([
    "desk@small.example",
    { description: "Small", email: "desk@small.example" },
  ]);
});

const titled = (en: string, he: string) => ({
  title: en,
  translations: inBoth({ title: en }, { title: he }),
});

test("a product has its titles, its menu in order and its courses with their order of study", async () => {
  const [product] = (await schoolWith()).products;
  expect(product?.props).toEqual({
    ...{ id: 1, key: "PM", title: "Pattern making" },
    translations: inBoth(
      { title: "Pattern making", description: "Patterns" },
      { title: "גזרנות", description: "גזרות" },
    ),
  });
  expect(product?.menu.menu1).toMatchObject([
    {
      props: {
        ...{ key: "skirt", title: "Skirt", descr: "The skirt" },
        translations: inBoth({ title: "Skirt", descr: "The skirt" }, { title: "חצאית" }),
      },
      menu2: [
        { props: { ...titled("Draft", "שרטוט"), w: 120, h: 90 }, lessons: ["frame", "darts_ml"] },
      ],
    },
    { menu2: [{ props: titled("Ends", "סוף") }] },
  ]);
  expect(product?.courseOrder).toEqual(["PMB", "PMS"]);
  const order = (first: number, last: number) => [
    { id: 201, package_id: first },
    { id: 205, package_id: first },
    { id: 208, package_id: last },
  ];
  const { PMB, PMS } = product?.courses ?? {};
  expect(PMB).toEqual({
    props: { ...titled("Basics", "יסודות"), id: 11, weeklyTarget: 5, image: "" },
    ...{ visibles: ["skirt", "more"], lessonsOrder: order(2, 3) },
    ...{ lpackages: [2, 3], lpackagesOrder: [2, 3] },
  });
  expect(PMS).toMatchObject({ visibles: [], lessonsOrder: order(1, 1) });
  expect(PMS?.props.image).toBe("skirts.svg");
  const packageOf = (packageId: number, pdf: string | null = null) => ({
    props: { packageId, pdf, translations: [] },
  });
  const packages = { 1: packageOf(1), 2: packageOf(2, "sheet.pdf"), 3: packageOf(3) };
  expect(product?.lpackages).toEqual(packages);
});

test("a package may have a sheet for each language", async () => {
  const { products } = await schoolWith({
    ...changed("PM/course.yaml", "pdf: sheet.pdf", "pdf: {en: sheet.pdf, he: sheet.he.pdf}"),
    "PM/assets/sheet.he.pdf": "%PDF",
  });
  expect(products[0]?.lpackages[2]?.props).toEqual({
    ...{ packageId: 2, pdf: "sheet.pdf" },
    translations: [{ language: "he", pdf: "sheet.he.pdf" }],
  });
});

test("a lesson's Markdown becomes lesson HTML, page by page and language by language", async () => {
  const [product] = (await schoolWith()).products;
  const page = (title: string, html: unknown) => ({ title, html, subLessons: [] });
  const lines = expect.stringContaining(
    '<dfn data-term="dart">dart</dfn>, <a data-lesson="hem">the hem</a>',
  );
  const film = expect.stringContaining('<video data-asset="pin.mp4" data-poster="pin.svg"');
  expect(product?.lessons.frame).toEqual({
    ...{ dbid: 201, key: "frame", type: "figure", image: "frame.svg", subLessons: [] },
    ...{ title: { en: "The frame", he: "המסגרת" }, hasAssignment: true, hasAssignmentImage: true },
    html: {
      languages: {
        en: { pages: [page("Lines", lines), page("Film", film)] },
        he: { pages: [page("קווים", "<p>טקסט</p>"), page("סרט", "<p>עוד</p>")] },
      },
    },
  });
  expect(product?.lessons.frame?.html?.languages.en?.pages[0]?.html).toContain(
    "<h2>Measures</h2>\n<table>\n<thead>\n<tr>\n<th>at</th>\n<th>cm</th>\n</tr>\n</thead>",
  );
});

test("a main lesson names its sub-lessons on their pages, in each language", async () => {
  const { products } = await schoolWith({
    "PM/lessons/darts_ml.he.md": "# צורה\n\nא\n\n# סוף\n\nב",
  });
  const darts = products[0]?.lessons.darts_ml;
  expect(darts?.subLessons).toEqual([206, 207]);
  for (const language of ["en", "he"]) {
    expect(darts?.html?.languages[language]?.pages.map((page) => page.subLessons)).toEqual([
      [{ subLessonId: 206, title: { en: "Shape", he: "Shape" } }],
      [{ subLessonId: 207, title: { en: "End", he: "End" } }],
    ]);
  }
  expect(darts?.html?.languages.en?.pages[0]?.html).toBe("<p>Sew.</p>");
});

test("assignments, questions, terms and instructions are read with their texts", async () => {
  const school = await schoolWith();
  expect(school.assignments).toEqual([
    {
      ...{ lessonId: 201, product: "PM", instructions: "task.pdf", image: "task.svg" },
      title: { en: "Draft it", he: "שרטטו" },
      criteria: [{ en: "Equal sides", he: "צדדים שווים" }, { en: "Labelled" }],
      draft: {
        block: "skirt-block",
        lengths: [
          { name: "halfHip", lesson_id: 201 },
          { name: "seam.side", lesson_id: 208 },
        ],
      },
    },
  ]);
  const answer = '<p>With a <dfn data-term="dart">dart</dfn>.</p>\n<ul>\n<li>Slowly.</li>\n</ul>';
  expect(school.faqs).toEqual([
    {
      ...{ id: 1, order: 1, category: { en: "Studying", he: "לימוד" } },
      translations: [{ language: "en", question: "How?", answer }],
    },
  ]);
  const wedge = '<p>A wedge, see <dfn data-term="hem line">hem</dfn>.</p>';
  expect(school.glossary).toMatchObject([
    {
      ...{ id: 1, term: "dart", image: "dart.svg" },
      translations: inBoth(
        { term: "dart", definition: wedge },
        { term: "מחסר", definition: "<p>טריז</p>" },
      ),
    },
    { id: 2, image: null, translations: [{ definition: "<p>Below.</p>\n<p>It hangs.</p>" }] },
  ]);
  const html = "<h2>Head</h2>\n<p>Do <em>this</em>.</p>";
  expect(school.instructions).toEqual([
    { id: 2, order: 1, courseId: 11, translations: [{ language: "en", title: "Then", html }] },
    {
      ...{ id: 1, order: 2, courseId: null },
      translations: inBoth({ title: "Last", html }, { title: "Last", html: "<p>שלום</p>" }),
    },
  ]);
});

const sha256 = (content: string | Buffer): string =>
  createHash("sha256").update(content).digest("hex");

test("the files are those that the content names, with type, size and checksum", async () => {
  const { files } = await schoolWith();
  const file = (kind: string, title: string, type: string, content: string | Buffer) => ({
    ...{ kind, product: kind === "glossary" ? null : "PM", title, source: title, type },
    ...{ size: content.length, checksum: sha256(content) },
    // Lessons and assignments link to the sheets.
    ...(type === "application/pdf" && { isDownload: true }),
  });
  const named = files.map((each) => ({ ...each, source: basename(String(each.source)) }));
  expect(named).toEqual([
    file("asset", "frame.svg", "image/svg+xml", "<svg/>"),
    file("asset", "pin.mp4", "video/mp4", goodMp4()),
    file("asset", "pin.svg", "image/svg+xml", "<svg></svg>"),
    file("asset", "sheet.pdf", "application/pdf", "%PDF"),
    file("icon", "frame.svg", "image/svg+xml", "<svg/>"),
    file("icon", "skirts.svg", "image/svg+xml", "<svg/>"),
    file("assignment", "task.pdf", "application/pdf", "%PDF"),
    file("assignment", "task.svg", "image/svg+xml", "<svg/>"),
    file("glossary", "dart.svg", "image/svg+xml", "<svg/>"),
  ]);
});

test("Windows line endings and a byte order mark change nothing", async () => {
  const plain = await schoolWith();
  const files = Object.entries(SMALL_SCHOOL).map(([path, content]) => [
    path,
    /\.(md|yaml)$/.test(path) ? `\uFEFF${String(content).replaceAll("\n", "\r\n")}` : content,
  ]);
  const dressed = await schoolWith(Object.fromEntries(files));
  expect(dressed.products).toEqual(plain.products);
  expect(dressed.glossary).toEqual(plain.glossary);
  expect(dressed.instructions).toEqual(plain.instructions);
});

test("a school may have no glossary, questions or instructions", async () => {
  const { "PM/lessons/frame.md": frame } = SMALL_SCHOOL;
  const none = ["glossary.yaml", "faq.yaml"].concat(
    ["2-then.md", "10-last.md", "10-last.he.md"].map((name) => `instructions/${name}`),
  );
  const school = await schoolWith({
    ...Object.fromEntries(none.map((name) => [name, null])),
    "PM/lessons/frame.md": frame.replace("[dart](term:dart)", "dart"),
  });
  expect(school).toMatchObject({ glossary: [], faqs: [], instructions: [] });
});

const FILM = "PM/assets/pin.mp4";

test("a film that not every browser plays is named when content is checked", () =>
  expectWarnings({ [FILM]: mp4(index(track("vide", "hvc1"))) }, [FILM, 1, "plays HEVC"]));

test("smaller forms beside a film belong to it, and a form without its film is a file that nothing names", async () => {
  const beside = { "PM/assets/pin.small.mp4": goodMp4(), "PM/assets/pin.medium.webm": goodMp4() };
  expect(await warningsWith(beside)).toEqual([]);
  const titles = (await schoolWith(beside)).files.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(["pin.small.mp4", "pin.medium.webm"]));
  const form = "PM/assets/pins.small.mp4";
  await expectWarnings({ [form]: goodMp4() }, [form, 1, "Nothing names this file"]);
});

test("chapters stand below their film in the lesson, in the language of the text or else in English", async () => {
  const vtt = (words: string) =>
    `WEBVTT\n\n00:00.000 --> 01:15.500\n${words}\n\n01:15.500 --> 02:00.000\nPin &lt;A&gt;\nand B\n`;
  const { products, captions } = await schoolWith({
    "PM/assets/pin.chapters.en.vtt": vtt("Start"),
    "PM/assets/pin.chapters.he.vtt": vtt("התחלה"),
    "PM/lessons/frame.he.md": "# קווים\n\nטקסט\n\n# סרט\n\n![סיכה](pin.mp4)\n",
  });
  expect(captions).toEqual([]);
  const { languages } = products[0]?.lessons.frame?.html ?? {};
  const list = (words: string) =>
    `</video><ol><li><time datetime="PT0S">0:00</time> ${words}</li><li><time datetime="PT75.5S">1:15</time> Pin &lt;A&gt; and B</li></ol></figure>`;
  expect(languages?.en?.pages[1]?.html).toContain(list("Start"));
  expect(languages?.he?.pages[1]?.html).toContain(list("התחלה"));
  const english = await schoolWith({ "PM/assets/pin.chapters.en.vtt": vtt("Start") });
  const { en } = english.products[0]?.lessons.frame?.html?.languages ?? {};
  expect(en?.pages[1]?.html).toContain(list("Start"));
});

const FILE = "PM/assets/pin.he.vtt";

test("captions beside a video are read per language, sorted by time", async () => {
  const vtt = `WEBVTT - Pins\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n2\r\n01:00:02.500 --> 01:00:04.000 align:start\r\nשנית &lt;כאן&gt;\r\n\r\n00:01.000 --> 00:02.000\r\nראשית\r\n`;
  const { captions } = await schoolWith({ [FILE]: vtt, "PM/assets/pin.en.vtt": "\uFEFFWEBVTT\n" });
  const of = { product: "PM", asset: "pin.mp4" };
  const texts = [
    { start: 1, end: 2, text: "ראשית" },
    { start: 3602.5, end: 3604, text: "שנית <כאן>" },
  ];
  expect(captions).toEqual([
    { ...of, language: "en", texts: [] },
    { ...of, language: "he", texts },
  ]);
});

test("captions may be SubRip, and belong to each video of their name", async () => {
  const { captions } = await schoolWith({
    "PM/assets/pin.en.srt": "1\r\n00:00:01,000 --> 00:00:02,500\r\nA < B & C\r\n",
    "PM/assets/pin.webm": "film",
  });
  const texts = [{ start: 1, end: 2.5, text: "A < B & C" }];
  expect(captions).toEqual([
    { product: "PM", asset: "pin.mp4", language: "en", texts },
    { product: "PM", asset: "pin.webm", language: "en", texts },
  ]);
});

expectProblems([
  ...(
    [
      [FILE, "WEBVTT\n\n00:03.000 --> 00:02.000\nPin\n", "-->", "ends before it begins"],
      [FILE, Buffer.from([87, 0xff]), 1, "not in UTF-8"],
      ["PM/assets/pin.vtt", "WEBVTT\n", 1, "VIDEO.LANGUAGE.vtt"],
      ["PM/assets/pin.xx.vtt", "WEBVTT\n", 1, "the languages are en"],
      ["PM/assets/pins.en.vtt", "WEBVTT\n", 1, 'There is no video "pins" beside these captions'],
    ] as const
  ).map(
    ([path, content, at, message]): Case => [
      `${path}: ${message}`,
      { [path]: content },
      [path, at, message],
    ],
  ),
  [
    "captions in two files for one language",
    {
      "PM/assets/pin.en.srt": "1\n00:00:01,000 --> 00:00:02,000\nPin",
      "PM/assets/pin.en.vtt": "WEBVTT\n",
    },
    ["PM/assets/pin.en.vtt", 1, "The captions in en are already in pin.en.srt."],
  ],
]);

test("the demo school has no content problems, and no warnings", async () => {
  const result = await compileSchool(DEMO_SCHOOL);
  expect([result.ok ? [] : result.failure, result.warnings]).toEqual([[], []]);
});
