import { expect, test } from "vitest";
import { useMeasureText } from "../../src/app-context/use-measure-text.ts";
import { render } from "./render.tsx";

const Waist = () => useMeasureText("in").full(67.9, "waist_girth");

test("a measure with a fraction is isolated in right-to-left text, so that its parts keep their order", async () => {
  const { container } = await render(<Waist />, { language: "he" });
  expect(container.textContent).toMatch(/^\u206626\u00a03\/4\u2069\u00a0\D+$/);
});
