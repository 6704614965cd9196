import { expect, test } from "vitest";
import { changed, SMALL_SCHOOL, schoolWith } from "./small-school.ts";

test("the school's own words, languages and announcements are read as written", async () => {
  const school = await schoolWith();
  expect(school).toMatchObject({
    languages: ["en", "he"],
    ...{ tutorTalk: "mail", voiceAnswers: false, outsideFilms: ["vimeo"] },
    announcements: [
      {
        ...{ id: 3, from: "2026-03-01", to: "2026-03-31" },
        translations: [
          { language: "en", title: "Closed", body: "On Friday." },
          { language: "he", title: "סגור", body: "ביום שישי." },
        ],
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

/** A title in English and Hebrew, as the school has it. */
const titled = (en: string, he: string) => ({
  title: en,
  translations: [
    { language: "en", title: en },
    { language: "he", title: he },
  ],
});

test("a product has its titles, its menu in order and its courses with their order of study", async () => {
  const [product] = (await schoolWith()).products;
  expect(product?.props).toEqual({
    ...{ id: 1, key: "PM", title: "Pattern making" },
    translations: [
      { language: "en", title: "Pattern making", description: "Patterns" },
      { language: "he", title: "גזרנות", description: "גזרות" },
    ],
  });
  expect(product?.menu.menu1).toMatchObject([
    {
      props: {
        ...{ key: "skirt", title: "Skirt", descr: "The skirt" },
        translations: [
          { language: "en", title: "Skirt", descr: "The skirt" },
          { language: "he", title: "חצאית" },
        ],
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
  expect(PMS).toMatchObject({
    props: { image: "skirts.svg" },
    ...{ visibles: [], lessonsOrder: order(1, 1) },
  });
  const packageOf = (packageId: number, pdf: string | null = null) => ({
    props: { packageId, pdf, translations: [] },
  });
  expect(product?.lpackages).toEqual({
    ...{ 1: packageOf(1), 2: packageOf(2, "sheet.pdf"), 3: packageOf(3) },
  });
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
    "PM/lessons/darts_ml.he.md": "# צורה\n\nא\n\n# סוף\n\nב\n",
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
      translations: [
        { language: "en", term: "dart", definition: wedge },
        { language: "he", term: "מחסר", definition: "<p>טריז</p>" },
      ],
    },
    { id: 2, image: null, translations: [{ definition: "<p>Below.</p>\n<p>It hangs.</p>" }] },
  ]);
  const html = "<h2>Head</h2>\n<p>Do <em>this</em>.</p>";
  expect(school.instructions).toEqual([
    { id: 2, order: 1, courseId: 11, translations: [{ language: "en", title: "Then", html }] },
    {
      ...{ id: 1, order: 2, courseId: null },
      translations: [
        { language: "en", title: "Last", html },
        { language: "he", title: "Last", html: "<p>שלום</p>" },
      ],
    },
  ]);
});
