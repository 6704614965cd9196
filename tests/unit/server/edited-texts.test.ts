import { describe, expect, test } from "vitest";
import { lineDifferences } from "../../../src/domain/line-differences.ts";
import { sourceTextPath, sourceTextPlace } from "../../../src/domain/source-text.ts";
import { assetName } from "../../../src/server/content/editor/asset-name.ts";
import { decodeText, encodeText } from "../../../src/server/content/editor/decode-text.ts";

test.each(["# a\n", "\uFEFF# a\r\nb\r\n", "a\rb", "", "a\n\n\n", "no end"])(
  "a text that nobody changes keeps its bytes, %j",
  (text) => {
    const bytes = Buffer.from(text);
    const decoded = decodeText(bytes);
    expect(decoded?.text).not.toMatch(/\r|\uFEFF/);
    // Lone carriage returns are no line ends that a text area keeps.
    const expected = text.replace(/\r(?!\n)/g, "\n");
    expect(encodeText(decoded?.text ?? "?", decoded).toString()).toBe(expected);
  },
);

test("bytes that are not UTF-8 are no text", () => {
  expect(decodeText(Buffer.from("é", "latin1"))).toBeNull();
});

test("the texts of a folder are known to the editor at their paths", () => {
  for (const path of [
    ...["school.yaml", "glossary.yaml", "faq.yaml", "PM/course.yaml", "PM/lessons/a_ml.md"],
    ...["PM/lessons/a.he.md", "instructions/10-first.fr.md"],
  ]) {
    const place = sourceTextPlace(path);
    expect([path, place]).not.toEqual([path, null]);
    if (place?.key) expect(sourceTextPath(place, place.language)).toBe(path);
  }
});

describe("the difference of two texts", () => {
  test("has changed lines, three around them, and a mark for the others", () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`);
    const changed = lines.with(10, "changed");
    const found = lineDifferences(lines.join("\n"), changed.join("\n"));
    expect(found.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      "same …",
      ...["same line 7", "same line 8", "same line 9"],
      ...["removed line 10", "added changed"],
      ...["same line 11", "same line 12", "same line 13"],
      "same …",
    ]);
  });

  test("of texts without a common line ends soon", () => {
    const from = Array.from({ length: 20_000 }, (_, at) => `a${at}`).join("\n");
    const to = Array.from({ length: 20_000 }, (_, at) => `b${at}`).join("\n");
    const found = lineDifferences(from, to);
    expect(found.filter(({ kind }) => kind === "added")).toHaveLength(1001);
  });
});

test.each([
  ["a b.png", "a-b.png"],
  ["C:\\x\\y.png", "y.png"],
  ["../../etc/passwd.png", "passwd.png"],
  ["con.png", "_con.png"],
  ["\u202Egpj.exe.png", "gpj.exe.png"],
  ["(1).png", "1-.png"],
  ["שמלה.png", "שמלה.png"],
])("a picture named %j is added as %s", (given, name) => {
  const place = { folder: "PM/assets/", checksum: "0" };
  expect(assetName(given, place, new Map())).toEqual({ name, isThere: false });
});
