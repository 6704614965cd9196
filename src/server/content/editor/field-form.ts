import type { Kysely } from "kysely";
import { MAX_SOURCE_TEXT_BYTES } from "../../../contract/staff-editor.ts";
import type { FormProblem } from "../../../contract/staff-forms.ts";
import type { Tables } from "../../db/schema.ts";
import { HttpProblem, invalid } from "../../problem.ts";
import type { Services } from "../../services.ts";
import type { Store } from "../../store/store.ts";
import type { ContentProblem } from "../school.ts";
import { sentWords } from "../sent-remark.ts";
import { SourceConflict } from "../source/source-rows.ts";
import { type PresentSource, readText } from "../source/source-text.ts";
import type { FieldTexts } from "./edit-fields.ts";
import { readInThread } from "./reading-thread.ts";
import { type By, changeSourceFile, prepareText } from "./text-history.ts";

/** A form: the part of a file that it shows. */
interface FieldForm {
  readonly path: string;
  readonly at: readonly string[];
  /** Of all its fields. */
  readonly names: readonly string[];
  /** What the check of the folder says about a text in place of the file. */
  readonly check: (text: string) => Promise<readonly ContentProblem[] | null>;
}

export type Opened = Pick<Services, "database" | "store"> & { readonly source: PresentSource };

/** The text of a file; null if it is missing, too large, or not in UTF-8. */
export const readFormFile = async (
  store: Store,
  source: PresentSource | null,
  path: string,
): Promise<string | null> => {
  const file = source?.files.get(path);
  if (!file || file.size > MAX_SOURCE_TEXT_BYTES) return null;
  return (await readText(store, file.checksum))?.text ?? null;
};

export const presentForm = async (
  store: Store,
  source: PresentSource | null,
  { path, at, names }: Pick<FieldForm, "path" | "at" | "names">,
) => {
  const text = await readFormFile(store, source, path);
  const fields = text === null ? null : await readInThread("readFields", text, at, names);
  return {
    ...{ source: source !== null, draft: source?.version.state === "draft" },
    checksum: (fields && source?.files.get(path)?.checksum) ?? null,
    fields: Object.entries(fields ?? {}).map(([name, value]) => ({ name, value })),
  };
};

interface FormChange {
  readonly replaces: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

export const sentFields = (fields: FieldTexts) =>
  Object.entries(fields).map(([name, text]) => ({ name, text }));

/** @throws HttpProblem 422 for a field that the form does not have */
export const fieldsSent = (
  sent: readonly { readonly name: string; readonly text: string }[],
  isField: (name: string) => boolean,
): FieldTexts => {
  if (!sent.every(({ name }) => isField(name)))
    throw invalid("fields", "must be fields of the form");
  return Object.fromEntries(sent.map(({ name, text }) => [name, text]));
};

/** What was not wrong before. */
export const newProblems = (
  before: readonly ContentProblem[],
  after: readonly ContentProblem[],
): ContentProblem[] =>
  after.filter(({ message }) => !before.some((known) => known.message === message));

/**
 * Writes a form into the file of the draft. What was wrong in the file before refuses nothing.
 * @param by who changes it, as they are within the write
 * @throws SourceConflict if the file is another one by now; HttpProblem 422 for fields that the form does not have, or
 * a file in which more would change
 */
export const saveForm = async (
  { database, store, source }: Opened,
  { path, at, names, check }: FieldForm,
  { replaces, fields }: FormChange,
  by: (db: Kysely<Tables>) => Promise<By>,
): Promise<{ checksum: string; problems: FormProblem[] }> => {
  if (fields.some(({ name }) => !names.includes(name))) {
    throw invalid("fields", "must be fields of the form");
  }
  if (source.files.get(path)?.checksum !== replaces) throw new SourceConflict([path]);
  const text = await readFormFile(store, source, path);
  const changes: FieldTexts = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const edited = text === null ? null : await readInThread("editFields", text, at, names, changes);
  if (text === null || edited === null) {
    throw new HttpProblem(422, "content/entry_not_editable", "The file is edited as text only");
  }
  if (edited === text) return { checksum: replaces, problems: [] };
  const problems = newProblems((await check(text)) ?? [], (await check(edited)) ?? []);
  if (problems.length > 0) {
    const lines = problems.map(({ line }) => line);
    const places = await readInThread("fieldsAtLines", edited, at, names, lines);
    return {
      checksum: replaces,
      problems: problems.map((problem, index) => ({
        ...{ field: places?.[index] ?? "", ...sentWords(problem) },
      })),
    };
  }
  const written = await prepareText(database, store, { path, text: edited, replaces });
  await database.write(async (db) => changeSourceFile(db, written, await by(db)));
  return { checksum: written.checksum, problems: [] };
};
