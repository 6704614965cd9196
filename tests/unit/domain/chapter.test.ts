import { expect, test } from "vitest";
import { termsIn } from "../../../src/domain/chapter.ts";

test("the terms of a text are found however they are written", () => {
  const html =
    "<dfn data-term=\"Dart\">a</dfn> <dfn data-term='Seam &amp; edge'>b</dfn> <dfn data-term=grain>c</dfn>";
  expect(termsIn(html)).toEqual(["dart", "seam & edge", "grain"]);
  expect(termsIn('<dfn data-term="Cafe\u0301">')).toEqual(["caf\u00e9"]);
});
