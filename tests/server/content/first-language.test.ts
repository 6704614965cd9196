import { expect, test } from "vitest";
import type { SentProduct } from "../../../src/contract/content.ts";
import type { CompiledSchool } from "../../../src/server/content/school.ts";
import { findMissingTexts, findUntranslated } from "../../../src/server/content/untranslated.ts";
import { changed, SMALL_SCHOOL, schoolOf, schoolWith } from "./small-school.ts";
import { writtenIn } from "./written-in.ts";

const schoolIn = (languages: string) => changed("school.yaml", "[en, he]", languages);

const productOf = ({ products }: CompiledSchool): SentProduct => products[0] as SentProduct;

test.each([
  ["German", "de", "en"],
  ["German, without English", "de", "fr"],
  ["Hebrew", "he", "en"],
])(
  "a school that writes %s has its texts in that language, and sends clients that ask for none English where there is some",
  async (_, first, second) => {
    const school = await schoolOf(writtenIn(first, second));
    const { props, lessons, menu, lpackages } = productOf(school);
    expect(props.translations).toEqual([
      { language: first, title: "Schnitt", description: "Über Schnitte" },
    ]);
    expect(Object.keys(lessons.rahmen?.html?.languages ?? {})).toEqual([first, second]);
    expect(lessons.saum?.title).toEqual({ [first]: "Saum", [second]: "Hem" });
    expect(menu.menu1[0]?.props.translations).toEqual([
      { language: first, title: "Rock", descr: "Der Rock" },
      { language: second, title: "Skirt" },
    ]);
    expect(school.glossary[0]?.translations.map(({ language }) => language)).toEqual([first]);
    expect(school.mails.signature).toEqual({ [first]: "Grüße" });
    expect([props.title, menu.menu1[0]?.props.title, lpackages[1]?.props.pdf]).toEqual([
      "Schnitt",
      second === "en" ? "Skirt" : "Rock",
      "b.pdf",
    ]);
  },
);

test("a school that names no languages writes English", async () => {
  const files = writtenIn("en", "de");
  const text = String(files["school.yaml"]).replace(/^languages.*\n/, "");
  expect((await schoolOf({ ...files, "school.yaml": text })).languages).toEqual(["en"]);
});

test("what another language lacks is counted and does not keep a school from being published", async () => {
  const school = await schoolWith(schoolIn("[en, he, de]"));
  const [, de] = findUntranslated(school);
  expect(de).toMatchObject({ language: "de", terms: ["dart", "hem line"], questions: ["How?"] });
  expect(de?.titles).toEqual(
    expect.arrayContaining([
      ...["PM: Pattern making", "PM: Skirt", "PM: The skirt", "PM: Draft", "PM: Basics"],
      ...["PM: The frame", "PM: Draft it", "PM: Equal sides"],
    ]),
  );
  const [hebrew] = findUntranslated(school);
  // The title is there, and the points by which the draft is judged are not.
  expect(hebrew?.titles).toEqual(["PM: The skirt", "PM: Labelled"]);
  // In the browser a lesson has its title, and leads to the text that is to be written.
  const kinds = new Map(findMissingTexts(school)[1]?.missing.map((each) => [each.kind, each]));
  expect(kinds.get("lessons")?.names).toContainEqual({
    name: "The frame",
    path: "PM/lessons/frame.de.md",
  });
});

test("texts that are still to be written in the first language are read in another one, and counted", async () => {
  const files = schoolIn("[he, en]");
  const school = await schoolOf({
    ...{ ...SMALL_SCHOOL, ...files },
    ...{ "PM/lessons/frame.he.md": null, "instructions/10-last.he.md": null },
    "PM/lessons/hem.md": "---\nid: 208\ntitle: {he: שפה}\ntype: text\n---\n",
    "PM/lessons/hem.en.md": "# Hem\n\nText.\n",
    "PM/lessons/darts_ml.md":
      "---\nid: 205\ntitle: {he: מחסרים}\ntype: text\n---\n# א\n\n@part dart-shape\n\n# ב\n\n@part dart-end\n",
    "PM/lessons/darts_ml.en.md": "# Shape\n\nSew.\n\n# End\n\nThen.\n",
  });
  const { lessons } = productOf(school);
  expect(Object.keys(lessons.hem?.html?.languages ?? {})).toEqual(["en"]);
  const pages = lessons.darts_ml?.html?.languages?.en?.pages.map(({ subLessons }) =>
    subLessons?.map(({ subLessonId }) => subLessonId),
  );
  expect(pages).toEqual([[206], [207]]);
  expect(findUntranslated(school)[0]).toMatchObject({
    language: "he",
    lessons: ["PM: darts_ml", "PM: hem"],
  });
});
