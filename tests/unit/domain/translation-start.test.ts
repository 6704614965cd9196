import { expect, test } from "vitest";
import { hasSameBody, translationStart } from "../../../src/domain/translation-start.ts";

test.each([
  ["a heading and a paragraph", "# Which paper\n\nTake a pencil.\nSharpen it.\n", "# ✎\n\n✎\n"],
  ["a picture with its caption", '![A sheet](a/b.svg "Figure 1")', '![✎](a/b.svg "✎")'],
  ["a film", "![How to pin](pin.mp4?poster=pin.svg)", "![✎](pin.mp4?poster=pin.svg)"],
  [
    "numbers of one's own, also in a caption",
    'Half is [50 cm](draft:skirt.half).\n\n![R](draft:skirt/frame "A–D is [50 cm](draft:skirt.half)")',
    '✎ [50 cm](draft:skirt.half).\n\n![✎](draft:skirt/frame "✎ [50 cm](draft:skirt.half)")',
  ],
  [
    "terms and links",
    "A [dart](term:dart), [it](<term:waist line>).",
    "✎ [✎](term:dart), [✎](<term:waist line>).",
  ],
  ["a list", "1. First\n2. Then\n   - and", "1. ✎\n2. ✎\n   - ✎"],
  [
    "a table",
    "| A | [1 cm](draft:length) |\n|---|---|\n| b | c |",
    "| ✎ | [1 cm](draft:length) |\n|---|---|\n| ✎ | ✎ |",
  ],
  ["the parts of a main lesson, which the original names", "# A\n\n@part b\n@part c\n", "# ✎\n\n"],
  ["what stands above the text", "---\nid: 1\n---\n# A\n", "# ✎\n"],
])("a translation begins with %s", (_, original, start) => {
  expect(translationStart(original)).toBe(start);
});

test("a title above the text does not change what a translator reads", () => {
  expect(hasSameBody("---\nid: 1\n---\n# A\n", "---\nid: 1\ntitle: {he: B}\n---\n# A\n")).toBe(
    true,
  );
  expect(hasSameBody("---\nid: 1\n---\n# A\n", "---\nid: 1\n---\n# B\n")).toBe(false);
});
