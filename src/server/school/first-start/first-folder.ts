import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseDocument, stringify as stringifyYaml } from "yaml";
import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from "../../../domain/languages.ts";
import { type ServerMessage, serverTexts } from "../../server-texts.ts";

const SAMPLE = path.join(import.meta.dirname, "../../../../resources/demo-school");

/** As an author writes it: the same value twice, and no alias. */
const stringify = (value: unknown): string =>
  stringifyYaml(value, { aliasDuplicateObjects: false });

/** What the first content of a school is made of. */
export interface FirstContent {
  /** The school's name. */
  readonly name: string;
  /** English is always among them. */
  readonly languages: readonly Language[];
  /** The school's mail address. */
  readonly email: string;
  /** An IANA name. */
  readonly zone: string;
  /** `sample`: the demo's courses under the school's name; `empty`: a course with one lesson. */
  readonly course: "sample" | "empty";
}

/** The languages in the order of the menu, with English, which replaces missing texts. */
export const withEnglish = (languages: readonly Language[]): Language[] =>
  LANGUAGES.filter((one) => one === FALLBACK_LANGUAGE || languages.includes(one));

/** A text in each language. */
const inEach = (languages: readonly Language[], id: ServerMessage): Record<string, string> =>
  Object.fromEntries(languages.map((language) => [language, serverTexts(language)(id)]));

const organisationOf = ({ name, email, zone }: FirstContent) => ({
  id: 1,
  name,
  email,
  time_zone: zone,
});

/** A school with one course, which has one lesson to begin with. */
const writeEmpty = async (folder: string, content: FirstContent): Promise<void> => {
  const languages = withEnglish(content.languages);
  const title = inEach(languages, "first-start.course");
  const school = { languages, organisation: organisationOf(content), products: ["FIRST"] };
  const course = {
    product: { id: 1, title, description: title },
    menu: [
      {
        ...{ key: "start", title, descr: title },
        sections: [{ title, lessons: ["welcome"] }],
      },
    ],
    courses: { START: { id: 1, title, weeklyTarget: 1, menus: ["start"] } },
  };
  const front = { id: 1, title: inEach(languages, "first-start.lesson"), type: "text" };
  const lessons = path.join(folder, "FIRST", "lessons");
  await mkdir(lessons, { recursive: true });
  await writeFile(path.join(folder, "school.yaml"), stringify(school));
  await writeFile(path.join(folder, "FIRST", "course.yaml"), stringify(course));
  for (const [language, text] of Object.entries(inEach(languages, "first-start.text"))) {
    const body = `# ${front.title[language]}\n\n${text}\n`;
    const isSource = language === FALLBACK_LANGUAGE;
    const name = isSource ? "welcome.md" : `welcome.${language}.md`;
    await writeFile(
      path.join(lessons, name),
      isSource ? `---\n${stringify(front)}---\n${body}` : body,
    );
  }
};

/** The demo's courses. Their titles are in the demo's languages, so the school has these. */
const writeSample = async (folder: string, content: FirstContent): Promise<void> => {
  await cp(SAMPLE, folder, { recursive: true });
  const file = path.join(folder, "school.yaml");
  const school = parseDocument(await readFile(file, "utf8"));
  for (const name of ["logo", "logo_dark", "favicon", "short_name", "telephone", "footer"]) {
    school.deleteIn(["organisation", name]);
  }
  for (const [name, value] of Object.entries(organisationOf(content))) {
    school.setIn(["organisation", name], value);
  }
  school.delete("announcements");
  school.delete("mails");
  await writeFile(file, school.toString());
};

/** Writes an author's folder with a school's first content into a new folder. */
export const writeFirstFolder = (folder: string, content: FirstContent): Promise<void> =>
  content.course === "empty" ? writeEmpty(folder, content) : writeSample(folder, content);
