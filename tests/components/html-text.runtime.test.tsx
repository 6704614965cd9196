import { expect, test } from "vitest";
import { HtmlText, prepareHtmlText } from "../../src/ui/html-text.tsx";
import { render } from "./render.tsx";

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
