import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Compilation, compileSchool } from "../../../src/server/content/compile-school.ts";
import type { CompiledSchool, ContentProblem } from "../../../src/server/content/school.ts";
import { goodMp4 } from "../support/small-film.ts";

/** Files by their paths; null: left out. */
export type Files = Record<string, string | Uint8Array | null>;

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);

/** A valid school that uses every feature of the format. */
export const SMALL_SCHOOL = {
  "school.yaml": `languages: [en, he]
organisation:
  id: 1
  name: Small School
  logo: logo.png
  email: desk@small.example
  telephone: "+44 20"
  download_available: true
  accent: "#A03050"
  time_zone: Asia/Jerusalem
  footer:
    description: Small
    url: https://small.example/
products: [PM]
announcements:
  - id: 3
    from: 2026-03-01
    to: 2026-03-31
    en: {title: Closed, body: On Friday.}
    he: {title: סגור, body: ביום שישי.}
tutor_talk: mail
voice_answers: false
outside_links: true
outside_films: {vimeo: true}
`,
  "logo.png": PNG,
  "PM/course.yaml": `product:
  id: 1
  title: {en: Pattern making, he: גזרנות}
  description: {en: Patterns, he: גזרות}
menu:
  - key: skirt
    title: {en: Skirt, he: חצאית}
    descr: {en: The skirt}
    sections:
      - title: {en: Draft, he: שרטוט}
        tile: {w: 120, h: 90}
        lessons: [frame, darts_ml]
  - key: more
    title: {en: More, he: עוד}
    descr: {en: More, he: עוד}
    sections:
      - title: {en: Ends, he: סוף}
        lessons: [hem]
courses:
  PMB:
    id: 11
    title: {en: Basics, he: יסודות}
    weeklyTarget: 5
    menus: [skirt, more]
    packages:
      - id: 2
        pdf: sheet.pdf
        menus: [skirt]
      - {id: 3, menus: [more]}
  PMS:
    id: 12
    title: {en: Skirts, he: חצאיות}
    icon: skirts.svg
    weeklyTarget: 3
`,
  "PM/lessons/frame.md": `---
id: 201
title: {en: The frame, he: המסגרת}
type: figure
icon: frame.svg
assignment:
  title: {en: Draft it, he: שרטטו}
  instructions: task.pdf
  image: task.svg
  criteria:
    - {en: Equal sides, he: צדדים שווים}
    - {en: Labelled}
  draft:
    block: skirt-block
    lengths: {halfHip: frame, seam.side: hem}
---
# Lines

A [dart](term:dart), [the hem](lesson:hem), [the sheet](asset:sheet.pdf).

![Back with A & B](frame.svg "Figure 1. <A>")

## Measures

| at | cm |
|----|---:|
| A  | 2  |

# Film

![How to pin](pin.mp4?poster=pin.svg)
`,
  "PM/lessons/frame.he.md": `# קווים

טקסט

# סרט

עוד
`,
  "PM/lessons/darts_ml.md": `---
id: 205
title: {en: Darts, he: מחסרים}
type: text
---
# Shape

Sew.
@part dart-shape

# End

@part dart-end
`,
  "PM/lessons/dart-shape.md": lesson(206, "Shape"),
  "PM/lessons/dart-end.md": lesson(207, "End"),
  "PM/lessons/hem.md": lesson(208, "Hem"),
  "PM/assets/frame.svg": "<svg/>",
  "PM/assets/pin.svg": "<svg></svg>",
  "PM/assets/pin.mp4": goodMp4(),
  "PM/assets/sheet.pdf": "%PDF",
  "PM/icons/frame.svg": "<svg/>",
  "PM/icons/skirts.svg": "<svg/>",
  "PM/assignments/task.pdf": "%PDF",
  "PM/assignments/task.svg": "<svg/>",
  "glossary.yaml": `- term: dart
  image: dart.svg
  en:
    term: dart
    definition: A wedge, see [hem](term:hem line).
  he: {term: מחסר, definition: טריז}
- term: hem line
  en:
    term: hem line
    definition: |
      Below.

      It hangs.
`,
  "glossary/dart.svg": "<svg/>",
  "faq.yaml": `- category: {en: Studying, he: לימוד}
  en:
    question: How?
    answer: |
      With a [dart](term:dart).

      - Slowly.
`,
  "instructions/2-then.md": instruction(2, "Then", "course: PMB\n"),
  "instructions/10-last.md": instruction(1, "Last", ""),
  "instructions/10-last.he.md": "שלום\n",
} satisfies Files;

export function lesson(id: number, title: string): string {
  return `---\nid: ${id}\ntitle: {en: ${title}, he: ${title}}\ntype: text\n---\n# ${title}\n\nText.\n`;
}

function instruction(id: number, title: string, course: string): string {
  return `---\nid: ${id}\ntitle: {en: ${title}, he: ${title}}\n${course}---\n## Head\n\nDo *this*.\n`;
}

export const changed = (path: keyof typeof SMALL_SCHOOL, from: string, to: string): Files => {
  const text = String(SMALL_SCHOOL[path]);
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  return { [path]: text.replace(from, () => to) };
};

/** Writes files into a new folder, passes the folder on, and removes it. */
export const inFolder = async <Value>(
  files: Files,
  use: (folder: string) => Promise<Value>,
): Promise<Value> => {
  const folder = await mkdtemp(join(tmpdir(), "small-school-"));
  try {
    for (const [path, content] of Object.entries(files)) {
      if (content === null) continue;
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

const withoutPlace = ({ about: _, ...problem }: ContentProblem): ContentProblem => problem;

/** The small school with changes, compiled. Its problems are without their places. */
export const compileWith = async (changes: Files = {}): Promise<Compilation> => {
  const result = await inFolder({ ...SMALL_SCHOOL, ...changes }, compileSchool);
  const warnings = result.warnings.map(withoutPlace);
  return result.ok
    ? { ...result, warnings }
    : { ...result, failure: result.failure.map(withoutPlace), warnings };
};

export const problemsWith = async (changes: Files): Promise<ContentProblem[]> => {
  const result = await compileWith(changes);
  return result.ok ? [] : result.failure;
};

export const warningsWith = async (changes: Files) => (await compileWith(changes)).warnings;

export const schoolOf = async (files: Files): Promise<CompiledSchool> => {
  const result = await inFolder(files, compileSchool);
  if (!result.ok) throw new Error(result.failure.map((it) => JSON.stringify(it)).join("\n"));
  return result.value;
};

export const schoolWith = (changes: Files = {}) => schoolOf({ ...SMALL_SCHOOL, ...changes });

/** The number of the first line that contains a text, from 1. */
export const lineOf = (text: string, needle: string): number => {
  const at = text.indexOf(needle);
  if (at < 0) throw new Error(`There is no ${needle}`);
  return text.slice(0, at).split("\n").length;
};
