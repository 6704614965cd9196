import { expect, test } from "vitest";
import { pastedMarkdown } from "../../../../src/features/courses/editor/pasted-html.ts";
import { readTransfer } from "../../../../src/features/courses/editor/transfer.ts";

/** What programs put on the clipboard, shortened: their elements, styles and comments as they are. */
const PASTED: Readonly<Record<string, readonly [html: string, markdown: string | null]>> = {
  "headings, bold and a link of Word": [
    `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang=EN-GB><!--StartFragment-->
<p class=MsoTitle>Skirts<o:p></o:p></p>
<h2><a name="_Toc1"></a><span lang=EN-GB>The waist<o:p></o:p></span></h2>
<p class=MsoNormal><b><span lang=EN-GB>Measure</span></b><span lang=EN-GB> twice,
cut&nbsp;<i>once</i>. <a href="https://example.org/waist"><span>More</span></a><o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal>See <a href="#_Toc1">above</a>.</p><!--EndFragment--></body></html>`,
    "# Skirts\n\n## The waist\n\n**Measure** twice, cut *once*. [More](https://example.org/waist)\n\nSee above.",
  ],
  "lists of Word, which are paragraphs": [
    `<body><!--StartFragment--><p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Pins</p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span><![endif]>with glass heads</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Chalk</p>
<p class=MsoNormal>Then:</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span><![endif]>Mark</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span><![endif]>Cut</p><!--EndFragment--></body>`,
    "- Pins\n  - with glass heads\n- Chalk\n\nThen:\n\n1. Mark\n2. Cut",
  ],
  "a table of Word": [
    `<body><table class=MsoTableGrid border=1><tr><td width=200><p class=MsoNormal><b>Size<o:p></o:p></b></p></td><td><p class=MsoNormal><b>Waist | hip<o:p></o:p></b></p></td></tr><tr><td><p class=MsoNormal>38<o:p></o:p></p></td><td><p class=MsoNormal>70</p><p class=MsoNormal>95</p></td></tr></table></body>`,
    "| Size | Waist \\| hip |\n| --- | --- |\n| 38 | 70 95 |",
  ],
  "text of Google Docs, where bold is a style": [
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1b"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:400;">Darts</span></h2><p dir="ltr"><span style="font-weight:700;font-style:normal;">Fold</span><span style="font-weight:700;"> here</span><span style="font-weight:400;font-style:italic;"> slowly</span></p><br /><ul style="margin-top:0"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400">One</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>Two</span></p></li></ul></ul></b>`,
    "## Darts\n\n**Fold here** *slowly*\n\n- One\n  - Two",
  ],
  "cells of Excel": [
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {font-weight:700;}--></style></head><body link="#0563C1"><table border=0 cellpadding=0><!--StartFragment--><col width=64><tr height=19><td class=xl65 height=19>Size</td><td class=xl65>Waist</td></tr><tr height=19><td align=right>36</td><td align=right>66,5</td></tr><tr><td colspan=2>in cm</td></tr><!--EndFragment--></table></body></html>`,
    "| Size | Waist |\n| --- | --- |\n| 36 | 66,5 |\n| in cm |  |",
  ],
  "one cell of Excel": [
    `<html><body><table><!--StartFragment--><col width=64><tr><td height=19>66,5</td></tr><!--EndFragment--></table></body></html>`,
    "66,5",
  ],
  "cells of Google Sheets": [
    `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #ccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" dir="ltr"><colgroup><col width="100"/></colgroup><tbody><tr><td style="font-weight:bold;">Size</td><td>Hip</td></tr><tr><td style="font-weight:bold;">38</td><td>95</td></tr></tbody></table></google-sheets-html-origin>`,
    "| Size | Hip |\n| --- | --- |\n| **38** | 95 |",
  ],
  "a page of a browser": [
    `<meta charset='utf-8'><h3 style="box-sizing:border-box;font-weight:600;">Grain <span style="font-weight:700">line</span></h3><p>Lay it <strong>straight</strong>, <a href="javascript:void(0)">see</a> <img src="https://example.org/a.png" alt=""></p><ol start="3"><li>Pin</li><li>Cut</li></ol><pre><code>a = b</code></pre>`,
    "### Grain line\n\nLay it **straight**, see\n\n3. Pin\n4. Cut\n\n```\na = b\n```",
  ],
  "signs of Markdown and HTML": [
    `<p>5 * 3 = <b>15</b>, <span>&lt;b&gt; and a &lt; b</span></p>`,
    "5 \\* 3 = **15**, \\<b> and a < b",
  ],
  "words alone": [`<meta charset='utf-8'><span style="color:red">Only words</span>`, null],
};

test.each(Object.entries(PASTED))("Markdown is made of %s", (_, [html, markdown]) => {
  expect(pastedMarkdown(html)).toBe(markdown);
});

const picture = new File(["x"], "image.png", { type: "image/png" });
const transfer = (texts: Record<string, string>, files: readonly File[] = []) =>
  ({
    files,
    types: [...Object.keys(texts), ...(files.length > 0 ? ["Files"] : [])],
    getData: (type: string) => texts[type] ?? "",
  }) as unknown as DataTransfer;

const word = { "text/html": "<b>Dart</b>", "text/plain": "Dart" };
const browser = { "text/html": '<img src="x">', "text/plain": "https://example.org/x" };

test.each<[what: string, texts: Record<string, string>, files: File[], kind: string]>([
  ["text of Word with a picture of it", word, [picture], "pasted"],
  ["plain text with a picture of it", { "text/plain": "Dart" }, [picture], "plain"],
  ["a picture of a browser", browser, [picture], "pictures"],
  ["a file with its name", { "text/plain": "image.png" }, [picture], "pictures"],
  ["a screenshot", {}, [picture], "pictures"],
  ["source code", { ...word, "vscode-editor-data": "{}" }, [], "plain"],
  ["plain text", { "text/plain": "Dart" }, [], "plain"],
])("what a paste means: %s", (_, texts, files, kind) => {
  expect(readTransfer(transfer(texts, files)).kind).toBe(kind);
});

const none = () => Promise.resolve([]);

/** One pixel. */
const DOT = "R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
const dot = (alt = "") => `<img src="data:image/gif;base64,${DOT}" alt="${alt}">`;

test("pictures in a pasted page are sent one by one, and one that is refused leaves no sign", async () => {
  const page = `<p>One</p>${dot("A [dart]")}<p>Two ${dot()}</p>${dot("none")}<img src="https://x.example/y.png">`;
  const content = readTransfer(transfer({ "text/html": page, "text/plain": "One Two" }));
  const sent: File[] = [];
  const send = async (files: readonly File[]) => {
    sent.push(...files);
    return [sent.length === 3 ? "" : `dot-${sent.length}.gif`];
  };
  expect(content.kind === "pasted" && (await content.markdown(send))).toBe(
    "One\n\n![A \\[dart\\]](dot-1.gif)\n\nTwo ![](dot-2.gif)",
  );
  expect(sent.map(({ type, size }) => [type, size])).toEqual(Array(3).fill(["image/gif", 37]));
});

test("a page with 200 MB of pictures is read as quickly as its words", async () => {
  const letters = DOT.repeat(200_000).replaceAll("=", "A");
  const large = `<img src="data:image/png;base64,${letters}">`;
  const page = `<h1>Darts</h1>${large.repeat(20)}`;
  expect(page.length).toBeGreaterThan(200_000_000);
  const began = performance.now();
  const content = readTransfer(transfer({ "text/html": page, "text/plain": "Darts" }));
  expect(content.kind).toBe("pasted");
  expect(performance.now() - began).toBeLessThan(10_000);
});

test("of a page that is too long to be read come its words, and of too many words none", async () => {
  const page = `<p>${"a".repeat(5_000_000)}</p>`;
  const content = readTransfer(transfer({ "text/html": page, "text/plain": "The words." }));
  expect(content).toMatchObject({ kind: "pasted", isWithoutForm: true });
  expect(content.kind === "pasted" && (await content.markdown(none))).toBe("The words.");
  const words = "a".repeat(2_000_000);
  expect(readTransfer(transfer({ "text/html": page, "text/plain": words })).kind).toBe("too-much");
  expect(readTransfer(transfer({ "text/plain": words })).kind).toBe("too-much");
});
