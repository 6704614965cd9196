import { expect, test } from "vitest";
import { REMARKS, type Remark, type RemarkCode } from "../../src/contract/remark.ts";
import { RemarkList } from "../../src/features/courses/remark-list.tsx";
import { getByRole, queryAllByRole } from "./accessible.ts";
import { render } from "./render.tsx";

const NOWHERE: Remark["place"] = {
  ...{ product: "", lesson: "", chapter: "", course: "", instruction: "", entry: null, at: null },
  ...{ field: "", language: "", name: "" },
};

const remark = (about: Partial<Remark>, place: Partial<Remark["place"]> = {}): Remark => ({
  ...{ file: "PM/course.yaml", line: 7, message: "In words of files", code: "other", values: [] },
  ...{ ...about, place: { ...NOWHERE, ...place } },
});

const value = (name: string, text: string) => ({ name, text });

const DRAT = [value("kind", "term"), value("name", "drat"), value("near", "dart")];

const show = async (shown: Remark, language: "en" | "de" | "he" = "en") => {
  const list = <RemarkList name="To mend" remarks={[shown]} count={1} />;
  await render(list, { language });
  return getByRole("list", "To mend").textContent;
};

const href = () => queryAllByRole("link").map((link) => link.getAttribute("href"));

test.each([
  [
    "a chapter's title",
    remark(
      { code: "title/not-first", values: [value("name", "title")] },
      { product: "PM", chapter: "skirt", field: "title", language: "de", name: "Skirt" },
    ),
    "Skirt · Title · German: There is no title in German yet: students read another language.",
    "/desk/courses/lessons?product=PM&chapter=skirt&field=title",
  ],
  [
    "a word in a translation",
    remark(
      { code: "target/unknown", file: "PM/lessons/hem.he.md", values: DRAT },
      { product: "PM", lesson: "hem", field: "text", language: "he", name: "Hem" },
    ),
    "Hem · Text · Hebrew: “drat” is named here, but it is not there. Did you mean “dart”?",
    "/desk/courses/text?path=PM%2Flessons%2Fhem.he.md",
  ],
  [
    "an entry of the glossary",
    remark(
      { code: "text/missing", file: "glossary.yaml" },
      { entry: "term", at: 3, field: "en.definition", language: "en", name: "dart" },
    ),
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

test("a remark about a file of no form is said in the reader's language alone", async () => {
  const values = [value("name", "x"), value("need", "shorter"), value("what", "60")];
  const words = await show(remark({ file: "logo.png", code: "value/wrong", values }), "de");
  expect(words).toBe("logo.png: Hier gehen höchstens 60 Zeichen.");
  expect(href()).toEqual([]);
});

test("each kind of remark has words", async () => {
  const values = ["name", "id", "owner", "stated", "right"].map((name) => value(name, "x"));
  const codes = Object.keys(REMARKS) as RemarkCode[];
  const remarks = codes.map((code) => remark({ code, values, file: code }));
  const list = <RemarkList name="To mend" remarks={remarks} count={codes.length} />;
  await render(list);
  const items = queryAllByRole("listitem").map(({ textContent }) => textContent ?? "");
  expect(items).toHaveLength(codes.length);
  expect(items.filter((item) => item.includes("In words of files"))).toEqual([]);
});
