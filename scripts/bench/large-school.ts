import { mkdirSync, mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stringify } from "yaml";

/** 20 entries of 10 sections of 10 lessons. */
const ENTRIES = 20;
const SECTIONS = 10;
const LESSONS = 10;

/** Keys of the large product and of its course of 2,000 lessons. */
export const LARGE_PRODUCT = "LG";
export const LARGE_COURSE = "LARGE";

const counted = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

const keyOf = (entry: number, section: number, lesson: number) =>
  `lesson-${entry}-${section}-${lesson}`;

const inEach = (languages: readonly string[], title: string): Record<string, string> =>
  Object.fromEntries(languages.map((language) => [language, title]));

const front = (id: number, title: Record<string, string>) =>
  `---\n${stringify({ id, title, type: "text" })}---\n`;

const lessonText = (title: string, pictures: readonly string[]) => `# ${title}

${"Lay the rule on the paper and draw the line in one stroke, from the first point to the last. ".repeat(12)}
${pictures.map((name) => `\n![The line on the paper](${name})\n`).join("")}`;

const course = (languages: readonly string[]) => ({
  product: {
    id: 1,
    title: inEach(languages, "Large"),
    description: inEach(languages, "A course to measure with."),
  },
  menu: counted(ENTRIES, (entry) => ({
    key: `entry-${entry}`,
    title: inEach(languages, `Chapter ${entry}`),
    descr: inEach(languages, `What chapter ${entry} is about.`),
    sections: counted(SECTIONS, (section) => ({
      title: inEach(languages, `Section ${entry}.${section}`),
      lessons: counted(LESSONS, (lesson) => keyOf(entry, section, lesson)),
    })),
  })),
  courses: {
    [LARGE_COURSE]: { id: 11, title: inEach(languages, "Two thousand lessons"), weeklyTarget: 5 },
  },
});

/** The school's logo: a picture of 1 by 1 pixels. */
const LOGO =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

/**
 * Writes a school with one course of 2,000 lessons, as an author would.
 * @param photo makes a photo for each number: two for each lesson; absent: lessons have none
 * @param languages in which it is written, the first one before the others
 * @returns its folder, which `using` deletes at the end of a block
 */
export const writeLargeSchool = (
  photo?: (number: number) => Buffer,
  languages: readonly string[] = ["en"],
) => {
  const folder = mkdtempDisposableSync(path.join(tmpdir(), "learning-space-large-"));
  const write = (name: string, content: string | Buffer) => {
    const file = path.join(folder.path, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  write("logo.png", Buffer.from(LOGO, "base64"));
  write(
    "school.yaml",
    stringify({
      languages,
      organisation: { id: 1, name: "Large School", logo: "logo.png", email: "desk@large.example" },
      products: [LARGE_PRODUCT],
    }),
  );
  write(`${LARGE_PRODUCT}/course.yaml`, stringify(course(languages)));
  for (let id = 1; id <= ENTRIES * SECTIONS * LESSONS; id += 1) {
    const entry = Math.ceil(id / (SECTIONS * LESSONS));
    const section = ((Math.ceil(id / LESSONS) - 1) % SECTIONS) + 1;
    const lesson = ((id - 1) % LESSONS) + 1;
    const file = `${LARGE_PRODUCT}/lessons/${keyOf(entry, section, lesson)}`;
    const pictures = photo ? [2 * id - 1, 2 * id] : [];
    const names = pictures.map((number) => `photo-${number}.jpg`);
    for (const [at, number] of pictures.entries()) {
      if (photo) write(`${LARGE_PRODUCT}/assets/${names[at]}`, photo(number));
    }
    const title = `Lesson ${entry}.${section}.${lesson}`;
    const text = lessonText(title, names);
    for (const [at, language] of languages.entries()) {
      if (at > 0) write(`${file}.${language}.md`, text);
      else write(`${file}.md`, front(id, inEach(languages, title)) + text);
    }
  }
  return folder;
};
