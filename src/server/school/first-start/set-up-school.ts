import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Kysely } from "kysely";
import type { Actor } from "../../../domain/audit.ts";
import { ADMIN_LEVEL } from "../../../domain/roles.ts";
import type { SchoolSetting } from "../../../domain/school-setting.ts";
import { Result } from "../../../lib/result.ts";
import { licenceKey } from "../../activation/licence-key.ts";
import { compileSchool } from "../../content/compile-school.ts";
import { publishSource } from "../../content/source/publish-source.ts";
import { readFolder } from "../../content/source/read-folder.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { addPerson } from "../../people/add-person.ts";
import type { Store } from "../../store/store.ts";
import { readSchoolDays } from "../school-days.ts";
import {
  changeSettings,
  type SettingProblem,
  settingProblems,
} from "../settings/change-settings.ts";
import type { Environment } from "../settings/environment.ts";
import { lockSettings } from "../settings/stored-settings.ts";
import { type FirstContent, writeFirstFolder } from "./first-folder.ts";
import { isNewSchool, removeLinks } from "./start-link.ts";

/** What somebody chooses for a new school. */
export interface FirstChoice extends FirstContent {
  /** The first administrator. */
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

/** Undoes a write whose settings were refused. */
class RefusedSettings extends Error {
  readonly problems: readonly SettingProblem[];

  constructor(problems: readonly SettingProblem[]) {
    super("The settings were refused");
    this.problems = problems;
  }
}

class HasAccounts extends Error {}

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
): Promise<Result<null, "has-accounts" | readonly SettingProblem[]>> => {
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
      if (!(await isNewSchool(db))) throw new HasAccounts();
      const problems = await changeSettings(db, environment, actor, now, choice.settings);
      if (problems.length > 0) throw new RefusedSettings(problems);
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
    if (reason instanceof HasAccounts) return Result.fail("has-accounts");
    if (reason instanceof RefusedSettings) return Result.fail(reason.problems);
    throw reason;
  }
};
