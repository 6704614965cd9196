import { expect, test } from "vitest";
import { plainText } from "../../../src/domain/lesson-search.ts";

test.each([
  ["does not part a word at emphasis", "<p>S<b>ea</b>m<i class='x'>s</i></p>", "Seams"],
  ["parts paragraphs and lines", "<p>One</p><p>two<br>three</p>", "One two three"],
  ["parts blocks whose names begin like emphasis", "a<blockquote>b</blockquote>c", "a b c"],
  ["is one line", "<p>\n  One \n\t two\n</p>\n", "One two"],
  ["parts a heading from its text", "<h2>Tools</h2><p>Paper</p>", "Tools · Paper"],
  ["parts the cells of a table", "<tr><th>Hip</th><td>92</td><td>96</td></tr>", "Hip · 92 · 96"],
  ["parts captions", "<figcaption>Front</figcaption><dt>Hem</dt>edge", "Front · Hem · edge"],
  ["adds no sign after a sentence", "<h2>Why?</h2>So.<h3>How:</h3>Thus", "Why? So. How: Thus"],
  ["skips empty cells", "<td>a</td><td></td><td></td><td>b</td>", "a · b"],
  ["does not begin with a sign", "<td></td><td></td><td>a</td>", "a"],
  ["does not end with a sign", "<p>Cut.</p><td>a</td><td></td><td></td>", "Cut. a"],
  ["contains no comments and attributes", '<!-- x --><img alt="y">z', "z"],
  ["is empty for a page without text", "<p> </p>", ""],
  ["is empty for a table without text", "<tr><td> </td><td></td></tr>", ""],
])("the text of a lesson page %s", (_, html, text) => {
  expect(plainText(html)).toBe(text);
});

test.each([
  ["a &amp; b", "a & b"],
  ["&lt;b&gt;", "<b>"],
  ["&quot;it&apos;s&quot;", `"it's"`],
  ["5&nbsp;cm", "5 cm"],
  ["&#39;&#1488;&#x5d1;&#X5D2;", "'אבג"],
  ["&#x10ffff;", "\u{10ffff}"],
  ["a&#0;b&#x110000;c&#xyz;d", "a b c d"],
  ["&amp;lt;", "&lt;"],
  ["&unknown; & co", "&unknown; & co"],
])("the entity %s is read as %s", (html, text) => {
  expect(plainText(html)).toBe(text);
});
