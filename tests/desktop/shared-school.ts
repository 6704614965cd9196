import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse, stringify } from "yaml";
import { type RunningSchool, startSchool } from "../../scripts/school/start-school.ts";

const DEMO = path.join(import.meta.dirname, "../../resources/demo-school");

/** What is kept of each product: a course and some of its chapters, one of them with a film. */
const LEFT = {
  PM: { course: "PMB", chapters: ["tools", "darts"] },
  SW: { course: "SWB", chapters: ["machine"] },
};
const PRODUCTS = ["PM", "SW"] as const;

/** One of this many terms keeps its picture. */
const PICTURED = 8;

interface Product {
  menu: { key: string; sections: { lessons: string[] }[] }[];
  courses: Record<string, { packages?: unknown; public?: unknown }>;
}

/** The colour of the school, for links and buttons. */
export const ACCENT = "#a03050";
/** What titles call the school. */
export const TITLE = "Selvedge Online";

/** A lesson's file without its endings: `workplace` of `workplace.he.md`. */
const lessonOf = (file: string): string => file.split(".")[0] ?? "";

const change = <Content>(file: string, by: (content: Content) => unknown): void => {
  const content = parse(readFileSync(file, "utf8"));
  writeFileSync(file, stringify(by(content), { aliasDuplicateObjects: false }));
};

/** Deletes the files whose names are not in a text. Captions stay with their film. */
const removeUnnamed = (folder: string, text: string): void => {
  for (const file of readdirSync(folder)) {
    if (!text.includes(file.replace(/\.[a-z]+\.vtt$/, "."))) rmSync(path.join(folder, file));
  }
};

/** Reduces a product to the kept chapters, and deletes the other lessons. */
const shorten = (folder: string, product: (typeof PRODUCTS)[number]): void => {
  const { course, chapters } = LEFT[product];
  const kept = new Set<string>();
  change(path.join(folder, product, "course.yaml"), (content: Product) => {
    const menu = content.menu.filter(({ key }) => chapters.includes(key));
    const sections = menu.flatMap((chapter) => chapter.sections);
    for (const key of sections.flatMap(({ lessons }) => lessons)) kept.add(key);
    // Its free lesson is not among those that are left.
    const { packages: _, public: __, ...rest } = content.courses[course] ?? {};
    return { ...content, menu, courses: { [course]: { ...rest, menus: chapters } } };
  });
  const lessons = path.join(folder, product, "lessons");
  const texts = readdirSync(lessons).map((file) => ({
    file,
    text: readFileSync(path.join(lessons, file), "utf8"),
  }));
  for (const { file, text } of texts) {
    if (kept.has(lessonOf(file)))
      for (const [, part = ""] of text.matchAll(/^@part (\S+)/gm)) kept.add(part);
  }
  for (const { file } of texts) if (!kept.has(lessonOf(file))) rmSync(path.join(lessons, file));
  const named = texts.filter(({ file }) => kept.has(lessonOf(file))).map(({ text }) => text);
  named.push(readFileSync(path.join(folder, product, "course.yaml"), "utf8"));
  for (const kind of ["assets", "icons", "assignments"]) {
    removeUnnamed(path.join(folder, product, kind), named.join("\n"));
  }
};

/**
 * Lays out the demo school with few chapters, few pictures of terms, and a colour and a title of its own. Almost every desktop test
 * fetches all files, and a fifth of them tests the same.
 */
const layOutShortSchool = (folder: string): void => {
  cpSync(DEMO, folder, { recursive: true });
  for (const product of PRODUCTS) shorten(folder, product);
  change(path.join(folder, "school.yaml"), (school: { organisation: object }) => ({
    ...school,
    organisation: { ...school.organisation, accent: ACCENT, title: TITLE },
  }));
  change(path.join(folder, "glossary.yaml"), (terms: { image?: string }[]) =>
    terms.map(({ image, ...term }, at) =>
      image && at % PICTURED === 0 ? { image, ...term } : term,
    ),
  );
  const terms = readFileSync(path.join(folder, "glossary.yaml"), "utf8");
  removeUnnamed(path.join(folder, "glossary"), terms);
};

/** The variable through which the workers learn of the school. */
const SHARED = "LEARNING_SPACE_SHARED_SCHOOL";

/** A school, and a folder for what is made with it once for all tests. */
export interface DesktopSchool extends Pick<RunningSchool, "url" | "dataDir"> {
  made: string;
}

/** In the folder for what is made: the author's files, and the data after their import, which takes longer than a start. */
const AUTHORS_FILES = "author";
const IMPORTED_DATA = "imported";

/**
 * Starts the short school for all workers: each test has a student and serial numbers of its own,
 * so that they do not see each other, and machines prepared by one worker are known to it.
 * @returns what stops it after the last test
 */
export default async (): Promise<() => Promise<void>> => {
  const made = mkdtempSync(path.join(tmpdir(), "learning-space-made-once-"));
  const folder = path.join(made, AUTHORS_FILES);
  layOutShortSchool(folder);
  const imported = await startSchool({ folder });
  await imported.stop({ keepData: true });
  cpSync(imported.dataDir, path.join(made, IMPORTED_DATA), { recursive: true });
  const { url, dataDir, stop } = await startSchool({ folder, dataDir: imported.dataDir });
  process.env[SHARED] = JSON.stringify({ url, dataDir, made } satisfies DesktopSchool);
  return async () => {
    await stop({ keepData: false });
    rmSync(made, { recursive: true, force: true });
  };
};

export const sharedSchool = (): DesktopSchool => JSON.parse(process.env[SHARED] ?? "");

/** Starts a school with the same content, and other settings. Its owner stops it. */
export const startSchoolWith = async (settings: Record<string, string>): Promise<RunningSchool> => {
  const { made } = sharedSchool();
  const dataDir = mkdtempSync(path.join(tmpdir(), "learning-space-"));
  cpSync(path.join(made, IMPORTED_DATA), dataDir, { recursive: true });
  const school = await startSchool({ folder: path.join(made, AUTHORS_FILES), dataDir, settings });
  return { ...school, stop: () => school.stop({ keepData: false }) };
};
