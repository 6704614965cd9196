import { expect, test } from "vitest";
import { termsIn, videosIn } from "../../../src/domain/chapter.ts";

test("the terms of a text are found however they are written", () => {
  const html =
    "<dfn data-term=\"Dart\">a</dfn> <dfn data-term='Seam &amp; edge'>b</dfn> <dfn data-term=grain>c</dfn>";
  expect(termsIn(html)).toEqual(["dart", "seam & edge", "grain"]);
  expect(termsIn('<dfn data-term="Cafe\u0301">')).toEqual(["caf\u00e9"]);
});

test.each([
  ["in double quotation marks", '<video data-asset="sew it.mp4"></video>', ["sew it.mp4"]],
  ["in single ones", "<VIDEO controls data-asset = 'sew it.mp4'>", ["sew it.mp4"]],
  ["without any", "<video data-asset=hem.mp4 controls>", ["hem.mp4"]],
  ["after other attributes", '<video class="a"\n data-asset="a.mp4">', ["a.mp4"]],
  ["with entities", '<video data-asset="a&amp;b &lt;1&gt; d&#39;s.mp4">', ["a&b <1> d's.mp4"]],
  [
    "each once",
    "<video data-asset=b.mp4><video data-asset=a.mp4><video data-asset='b.mp4'>",
    ["b.mp4", "a.mp4"],
  ],
  ["none of other elements", '<img data-asset="a.svg"><video><a data-asset="b.pdf">', []],
  ["none without a name", '<video data-asset=""></video><video src="x.mp4">', []],
])("the videos of a lesson are found: %s", (_, html, names) => {
  expect(videosIn(html)).toEqual(names);
});
