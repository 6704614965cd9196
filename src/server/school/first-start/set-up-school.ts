import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Kysely } from "kysely";
import * as v from "valibot";
import { parseDocument, stringify as stringifyYaml } from "yaml";
import type { Actor } from "../../../domain/audit.ts";
import { FALLBACK_LANGUAGE, isLanguage, type Language } from "../../../domain/languages.ts";
import { ADMIN_LEVEL } from "../../../domain/roles.ts";
import type { SchoolSetting } from "../../../domain/school-setting.ts";
import { Result } from "../../../lib/result.ts";
import { withoutInvisible } from "../../../lib/without-invisible.ts";
import { fitsKey, likenessOf } from "../../accounts/account-names.ts";
import { licenceKey } from "../../activation/licences.ts";
import { compileSchool } from "../../content/compile-school.ts";
import { exchangedFiles, exchangeOriginal } from "../../content/exchange-original.ts";
import { publishSource } from "../../content/source/publish-source.ts";
import { readFolder } from "../../content/source/read-folder.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { isMailAddress } from "../../mail-address.ts";
import { addPerson } from "../../people/add-person.ts";
import { type ServerMessage, serverTexts } from "../../server-texts.ts";
import type { Store } from "../../store/store.ts";
import { readSchoolDays } from "../school-days.ts";
import {
  changeSettings,
  type SettingProblem,
  settingProblems,
} from "../settings/change-settings.ts";
import type { Environment } from "../settings/environment.ts";
import { lockSettings } from "../settings/stored-settings.ts";
import { isNewSchool, removeLinks } from "./start-link.ts";

/** What may be wrong with a field of the form. */
export type FieldProblem = "missing" | "too-long" | "no-address" | "no-name";

const MAX_NAME = 100;

const line = (
  check: (text: string) => boolean,
  problem: FieldProblem,
  clean = (text: string): string => text.trim(),
) =>
  v.pipe(
    v.string(),
    v.transform(clean),
    v.nonEmpty("missing"),
    v.regex(/^\P{Cc}*$/u, problem),
    v.maxLength(MAX_NAME, "too-long"),
    v.check(check, problem),
  );

/** The fields of a first start that a person types. */
export const firstFields = v.object({
  name: line(() => true, "missing"),
  admin: line((text) => likenessOf(text) !== "" && fitsKey(text), "no-name", withoutInvisible),
  email: line((text) => isMailAddress(text) && fitsKey(text), "no-address", withoutInvisible),
});

export type FirstFields = v.InferOutput<typeof firstFields>;

/** The languages among some words; the others are left out. */
export const languagesIn = (words: readonly string[]): Language[] => words.filter(isLanguage);

const SAMPLE = path.join(import.meta.dirname, "../../../../resources/demo-school");

/** As an author writes it: the same value twice, and no alias. */
const stringify = (value: unknown): string =>
  stringifyYaml(value, { aliasDuplicateObjects: false });

interface FirstContent {
  readonly name: string;
  /** The first one is the language of whatever others lack. */
  readonly languages: readonly Language[];
  /** The school's mail address. */
  readonly email: string;
  /** An IANA name. */
  readonly zone: string;
  /** `sample`: the demo's courses under the school's name; `empty`: a course with one lesson. */
  readonly course: "sample" | "empty";
}

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
  const { languages } = content;
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
    const isSource = language === languages[0];
    const name = isSource ? "welcome.md" : `welcome.${language}.md`;
    await writeFile(
      path.join(lessons, name),
      isSource ? `---\n${stringify(front)}---\n${body}` : body,
    );
  }
};

/** Exchanges the demo's texts, which are written in English, and those in the school's first language. */
const exchangeTexts = async (folder: string, to: Language): Promise<void> => {
  if (to === FALLBACK_LANGUAGE) return;
  const names = (await readdir(folder, { recursive: true })).map((name) =>
    name.split(path.sep).join("/"),
  );
  const read = (name: string) => readFile(path.join(folder, name), "utf8");
  for (const files of exchangedFiles(names, { from: FALLBACK_LANGUAGE, to })) {
    const { original, former, translation } = files;
    const translated = translation === null ? null : await read(translation);
    const texts = exchangeOriginal(await read(original), translated);
    if (!texts) throw new Error(`The head of ${original} does not end`);
    await writeFile(path.join(folder, original), texts.original);
    await writeFile(path.join(folder, former), texts.former);
    if (translation !== null) await rm(path.join(folder, translation));
  }
};

/** The demo's courses. Where they have gaps in the school's languages, students read English. */
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
  const [first = FALLBACK_LANGUAGE] = content.languages;
  school.set("languages", [...new Set([...content.languages, FALLBACK_LANGUAGE])]);
  school.delete("announcements");
  school.delete("mails");
  await writeFile(file, school.toString());
  await exchangeTexts(folder, first);
};

/** Writes an author's folder with a school's first content into a new folder. */
const writeFirstFolder = (folder: string, content: FirstContent): Promise<void> =>
  content.course === "empty" ? writeEmpty(folder, content) : writeSample(folder, content);

/** What somebody chooses for a new school. */
interface FirstChoice extends FirstContent {
  readonly admin: { readonly username: string; readonly email: string };
  readonly passwordHash: string;
  /** The public address and the mail server, as far as they are known. */
  readonly settings: Readonly<Partial<Record<SchoolSetting, string>>>;
}

interface NewSchool {
  readonly database: Database;
  readonly store: Store;
  readonly environment: Environment;
  readonly actor: Actor;
  /** Milliseconds since 1970. */
  readonly now: number;
}

type Refusal = "has-accounts" | readonly SettingProblem[];

/** Undoes a write. */
class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super("The school cannot be set up");
    this.refusal = refusal;
  }
}

/** Whether a school has content already, which a first start keeps. */
export const hasContent = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom("product").select("key").limit(1).executeTakeFirst()) !== undefined;

/** Imports the first content. A school that has some keeps it. */
const importFirst = async (
  { database, store, actor, now }: NewSchool,
  content: FirstContent,
): Promise<void> => {
  if (await hasContent(database.read)) return;
  const folder = await mkdtemp(path.join(tmpdir(), "first-start-"));
  try {
    await writeFirstFolder(folder, content);
    const compiled = await compileSchool(folder);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.failure));
    const { files } = await readFolder(folder, compiled.value.files);
    const from = { kind: "folder", files } as const;
    await publishSource({ database, store, school: compiled.value, folder, from, actor, at: now });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Sets up a new school: the first administrator, the first course, the settings and the keys. The
 * administrator comes last, in one write with the settings, so that of two who try at once one succeeds, and
 * that after a failure one can try again.
 * @returns `has-accounts` where somebody has set it up already, or what is wrong with the settings
 */
export const setUpSchool = async (
  school: NewSchool,
  choice: FirstChoice,
): Promise<Result<null, Refusal>> => {
  const { database, environment, actor, now } = school;
  if (!(await isNewSchool(database.read))) return Result.fail("has-accounts");
  // Before the import, so that somebody who corrects an address can also correct the school's name.
  const wrong = settingProblems(environment, choice.settings, choice.settings);
  if (wrong.length > 0) return Result.fail(wrong);
  await importFirst(school, choice);
  await licenceKey(database);
  const today = (await readSchoolDays(database.read)).of(now);
  try {
    await database.write(async (db) => {
      // One after the other: whoever comes second finds the account of the first.
      await lockSettings(db, now);
      if (!(await isNewSchool(db))) throw new RefusedError("has-accounts");
      const problems = await changeSettings(db, environment, actor, now, choice.settings);
      if (problems.length > 0) throw new RefusedError(problems);
      const { passwordHash, admin } = choice;
      await addPerson(
        db,
        {
          ...{ ...admin, passwordHash, firstName: "", lastName: "" },
          ...{ level: ADMIN_LEVEL, courses: [], teaches: "all" },
        },
        { actor, now, today, courseKeys: new Map() },
      );
      await removeLinks(db);
    });
    return Result.ok(null);
  } catch (reason) {
    if (reason instanceof RefusedError) return Result.fail(reason.refusal);
    throw reason;
  }
};
