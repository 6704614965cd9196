import { expect, test } from "vitest";
import { documentLesson } from "../../../../src/features/courses/lesson-files/document-lesson.ts";

const read = (html: string, there: readonly string[] = []) =>
  documentLesson(html, { name: "my-file", hasPicture: (address) => there.includes(address) });

test("a Word document becomes a lesson with pages, lists, a table and pictures", () => {
  const html = `<h1>Skirt block</h1><h1>Measure</h1><p>Take <strong>waist</strong> and hip.</p>
<ul><li>Tape<ul><li>soft</li></ul></li></ul><h2><img src="picture:0" alt="">Hip</h2>
<table><tr><td><p>Size</p></td><td><h1>Waist</h1></td></tr><tr><td>38</td><td>70</td></tr></table>
<h1>Draw</h1><p><img alt="A [frame]" src="picture:1"></p><h1>End</h1>`;
  expect(read(html, ["picture:0", "picture:1"])).toEqual({
    title: "Skirt block",
    pages: 2,
    pictures: ["picture:0", "picture:1"],
    lost: { pictures: 0, links: 0 },
    text: `# Measure

Take **waist** and hip.

- Tape
  - soft

## Hip

![Skirt block](picture:0)

| Size | Waist |
| --- | --- |
| 38 | 70 |

# Draw

![A \\[frame\\]](picture:1)

**End**
`,
  });
});

test("of a saved web page its content is taken, without what stands around it and without scripts", () => {
  const html = `<!doctype html><html><head><title>Pressing | Blog</title><script>alert(1)</script></head><body>
<nav><a href="/">Home</a></nav><main><h2>Steam</h2><p onclick="x()">Use a <a href="https://example.org">cloth</a>.</p>
<figure><img src="p_files/a.png" alt="Iron"><figcaption>An iron</figcaption></figure>
<img src="https://example.org/b.png" alt="b"><img src="https://example.org/count.gif" width="1">
<button>Share</button></main><footer>Imprint</footer></body></html>`;
  expect(read(html, ["p_files/a.png"])).toEqual({
    title: "Pressing | Blog",
    pages: 1,
    pictures: ["p_files/a.png"],
    lost: { pictures: 1, links: 1 },
    text: `# Pressing | Blog

## Steam

Use a cloth.

![Iron](picture:0 "An iron")
`,
  });
});

test("a table of 60 columns keeps its columns", () => {
  const cells = (tag: string) => Array.from({ length: 60 }, (_, at) => `<${tag}>${at}</${tag}>`);
  const row = `<tr>${cells("td").join("")}</tr>`;
  const text = read(`<table>${row}${row}</table>`)?.text ?? "";
  const lines = text.trim().split("\n").slice(2);
  expect(lines.map((line) => line.split("|").length - 2)).toEqual([60, 60, 60]);
});

test.each([
  ["nothing", "<p> </p>"],
  ["scripts alone", "<script>alert(1)</script><nav>Menu</nav>"],
])("a document with %s has no lesson in it", (_name, html) => {
  expect(read(html)).toBeNull();
});

test("text before the first heading is on a page, too", () => {
  expect(read("<p>Before</p><h1>After</h1><p>it</p>")?.text).toBe("# After\n\nBefore\n\nit\n");
  expect(read("<p>a</p><h1>B</h1><p>b</p><h1>C</h1><p>c</p>")).toMatchObject({ pages: 3 });
  expect(read("<p>Only words</p>")).toMatchObject({ title: "my-file", pages: 1 });
});
