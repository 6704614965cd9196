import { expect, test } from "vitest";
import type { Remark } from "../../src/contract/remark.ts";
import { RemarkList } from "../../src/features/courses/remark-list.tsx";
import { getByRole, queryAllByRole } from "./accessible.ts";
import { render } from "./render.tsx";

const NOWHERE: Remark["place"] = {
  ...{ product: "", lesson: "", chapter: "", course: "", instruction: "", entry: null, at: null },
  ...{ field: "", language: "", name: "" },
};

const remark = ({
  place = {},
  ...about
}: Omit<Partial<Remark>, "place"> & { place?: Partial<Remark["place"]> }): Remark => ({
  ...{ file: "PM/course.yaml", line: 7, message: "In words of files", code: "other", values: [] },
  ...about,
  place: { ...NOWHERE, ...place },
});

const value = (name: string, text: string) => ({ name, text });

const show = async (shown: Remark, language: "en" | "de" | "he" = "en") => {
  const list = <RemarkList name="To mend" remarks={[shown]} count={1} />;
  await render(list, { language });
  return getByRole("list", "To mend").textContent;
};

const href = () => queryAllByRole("link").map((link) => link.getAttribute("href"));

test.each([
  [
    "a chapter's title",
    remark({
      ...{ code: "title/missing", values: [value("name", "title")] },
      place: { product: "PM", chapter: "skirt", field: "title", language: "de", name: "Skirt" },
    }),
    "Skirt · Title · German: There is no title in German yet.",
    "/desk/courses/lessons?product=PM&chapter=skirt&field=title",
  ],
  [
    "a word in a translation",
    remark({
      ...{ code: "target/unknown", file: "PM/lessons/hem.he.md" },
      values: [value("kind", "term"), value("name", "drat"), value("near", "dart")],
      place: { product: "PM", lesson: "hem", field: "text", language: "he", name: "Hem" },
    }),
    "Hem · Text · Hebrew: “drat” is named here, but it is not there. Did you mean “dart”?",
    "/desk/courses/text?path=PM%2Flessons%2Fhem.he.md",
  ],
  [
    "an entry of the glossary",
    remark({
      ...{ code: "text/missing", file: "glossary.yaml" },
      place: { entry: "term", at: 3, field: "en.definition", language: "en", name: "dart" },
    }),
    "dart · Explanation · English: There is no text yet.",
    "/desk/courses/entries?kind=term&at=3",
  ],
])(
  "a remark about %s is said in words of the form, and leads there",
  async (_, shown, words, to) => {
    expect(await show(shown)).toContain(words);
    expect(href()).toEqual([to]);
  },
);

test("a remark that no form knows says what the check has said, in English", async () => {
  const words = await show(remark({ file: "logo.png" }), "de");
  expect(words).toBe("logo.png: Sehen Sie sich diese Stelle an. In words of files");
  expect(document.querySelector("small[lang=en]")?.textContent).toBe("In words of files");
  expect(href()).toEqual([]);
});
