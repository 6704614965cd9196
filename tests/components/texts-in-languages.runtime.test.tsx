import { expect, test } from "vitest";
import { Title } from "../../src/app-context/title.tsx";
import { useMeasureText } from "../../src/app-context/use-measure-text.ts";
import { HtmlText, prepareHtmlText } from "../../src/ui/html-text.tsx";
import { render } from "./render.tsx";

test.each([
  ["is in the interface language", { en: "Dart", he: "מחסר" }, '<bdi lang="he">מחסר</bdi>'],
  ["that is missing there is marked with its own", { en: "(1)" }, '<bdi lang="en">(1)</bdi>'],
])("a title %s", async (_, title, shown) => {
  const { container } = await render(<Title of={title} />, { language: "he" });
  expect(container.innerHTML).toBe(shown);
});

const Waist = () => useMeasureText("in").full(67.9, "waist_girth");

test("a measure with a fraction is isolated in right-to-left text, so that its parts keep their order", async () => {
  const { container } = await render(<Waist />, { language: "he" });
  expect(container.textContent).toMatch(/^\u206626\u00a03\/4\u2069\u00a0\D+$/);
});

const INVALID = "Invalid lesson content";

const htmlText = (html: string) => (
  <HtmlText html={html} language="he" direction="rtl" invalid={INVALID} onTerm={() => undefined} />
);

test("HTML that has too much to be shown is replaced by a word in the language of the interface", async () => {
  await prepareHtmlText();
  Object.assign(document.documentElement, { lang: "en", dir: "ltr" });
  const { redraw, container } = await render(htmlText("<div>".repeat(150)));
  expect(container.textContent).toBe(INVALID);
  expect(container.querySelector("p")).toMatchObject({ lang: "en", dir: "ltr" });
  await redraw(htmlText("<p>שלום</p>"));
  expect(container.textContent).toBe("שלום");
});
