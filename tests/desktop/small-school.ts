import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A school without the demo school's products, courses and lessons. */
export interface SmallSchool {
  folder: string;
  courses: readonly { key: string; title: string; lessons: readonly string[] }[];
}

const SVG = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 80" width="90" height="80"><text y="40">${text}</text></svg>`;

const lesson = (id: number, title: string, rest: string) =>
  `---\nid: ${id}\ntitle: {en: ${title}}\ntype: text\nicon: tile.svg\n${rest}`;

const page = (title: string) =>
  `# ${title}\n\nAbout a [dart](term:dart).\n\n![A drawing](figure.svg "Figure 1")\n`;

const course = (product: string, id: number, title: string, menus: string, courses: string) =>
  `product:\n  id: ${id}\n  title: {en: ${title}}\n  description: {en: ${product}}\nmenu:\n${menus}courses:\n${courses}`;

const menu = (key: string, title: string, lessons: readonly string[]) =>
  `  - key: ${key}\n    title: {en: ${title}}\n    descr: {en: ${title}}\n    sections:\n` +
  `      - title: {en: ${title} section}\n        lessons: [${lessons.join(", ")}]\n`;

const courseOf = (key: string, id: number, title: string, menus: string) =>
  `  ${key}:\n    id: ${id}\n    title: {en: ${title}}\n    weeklyTarget: 3\n    menus: [${menus}]\n`;

const FILES: Readonly<Record<string, string>> = {
  "school.yaml":
    "languages: [en]\norganisation:\n  id: 1\n  name: Bobbin School\n  email: desk@bobbin.example\n" +
    "  telephone: '1'\n  download_available: true\nproducts: [KN, HA]\nannouncements:\n" +
    "  - id: 1\n    from: 2020-01-01\n    to: 2099-01-01\n    en: {title: Open day, body: Come and see.}\n",
  "faq.yaml":
    "- category: {en: Studying}\n  en: {question: How do I begin?, answer: With the first lesson.}\n",
  "glossary.yaml":
    '- term: dart\n  image: dart.svg\n  en: {term: dart, definition: "A wedge folded out."}\n',
  "glossary/dart.svg": SVG("dart"),
  "instructions/10-begin.md": "---\nid: 1\ntitle: {en: How to begin}\n---\nRead, then draw.\n",
  "KN/course.yaml": course(
    "KN",
    71,
    "Knitting",
    menu("needles", "Needles", ["cast-on", "rows_ml"]) + menu("wool", "Wool", ["skeins"]),
    courseOf("KNA", 711, "Knitting for a start", "needles") +
      courseOf("KNB", 712, "Knitting on", "wool"),
  ),
  "KN/lessons/cast-on.md": lesson(7001, "Casting on", `---\n${page("Cast on")}`),
  "KN/lessons/rows_ml.md": lesson(7002, "Rows", `---\n${page("Rows")}\n@part purl\n`),
  "KN/lessons/purl.md": lesson(7003, "The purl stitch", `---\n${page("Purl")}`),
  "KN/lessons/skeins.md": lesson(
    7004,
    "Skeins",
    `assignment:\n  title: {en: Wind a ball}\n  image: task.svg\n---\n${page("Skeins")}`,
  ),
  "KN/assignments/task.svg": SVG("task"),
  "HA/course.yaml": course(
    "HA",
    72,
    "Hats",
    menu("brims", "Brims", ["straw", "felt"]),
    courseOf("HAT", 721, "Hats by hand", "brims"),
  ),
  "HA/lessons/straw.md": lesson(7101, "Straw", `---\n${page("Straw")}`),
  "HA/lessons/felt.md": lesson(7102, "Felt", `---\n${page("Felt")}`),
};

/** Lays the school's folder out in a temporary place. */
export const layOutSmallSchool = (): SmallSchool => {
  const folder = mkdtempSync(path.join(tmpdir(), "learning-space-small-school-"));
  const put = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  for (const [name, text] of Object.entries(FILES)) put(name, text);
  for (const product of ["KN", "HA"]) {
    put(`${product}/assets/figure.svg`, SVG(`${product} figure`));
    put(`${product}/icons/tile.svg`, SVG(`${product} tile`));
  }
  return {
    folder,
    courses: [
      { key: "KNA", title: "Knitting for a start", lessons: ["Casting on", "Rows"] },
      { key: "KNB", title: "Knitting on", lessons: ["Skeins"] },
      { key: "HAT", title: "Hats by hand", lessons: ["Straw", "Felt"] },
    ],
  };
};
