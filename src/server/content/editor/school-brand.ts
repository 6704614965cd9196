import type { Kysely } from "kysely";
import {
  BRAND_FIELDS,
  type BrandField,
  type BrandProblem,
  MAX_LOGO_BYTES,
} from "../../../contract/staff-brand.ts";
import type { Actor } from "../../../domain/audit.ts";
import { isSourcePath } from "../../../domain/source-path.ts";
import { fileNameKey } from "../../../lib/file-name-key.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { normalize } from "../../normalize.ts";
import { contentFile, type Store } from "../../store/store.ts";
import { SourceConflict, type SourceFile } from "../source/source-rows.ts";
import { decodeText } from "./decode-text.ts";
import type { PresentSource } from "./present-source.ts";
import { readInThread, schoolErrorsInThread } from "./reading-thread.ts";
import { changeSourceFile, prepareText } from "./text-history.ts";

const FILE = "school.yaml";
/** A larger file is left to the editor of texts. */
const MAX_FILE_BYTES = 256 * 1024;

/** The text of a file; null if it is too large, or not in UTF-8. */
const readSchoolFile = async (
  store: Store,
  { checksum, size }: SourceFile,
): Promise<string | null> => {
  if (size > MAX_FILE_BYTES) return null;
  return decodeText(await store.read(contentFile(checksum)))?.text ?? null;
};

const readLogo = async (store: Store, { files }: PresentSource, name: string): Promise<string> => {
  const file = files.get(normalize(name));
  if (!file || file.size > MAX_LOGO_BYTES) return "";
  return (await store.read(contentFile(file.checksum))).toString("base64");
};

/** The brand in a folder, for the form. */
export const presentBrand = async (store: Store, source: PresentSource | null) => {
  const file = source?.files.get(FILE);
  const text = file ? await readSchoolFile(store, file) : null;
  const brand = text === null ? null : await readInThread("readBrand", text);
  return {
    ...{ source: source !== null, draft: source?.version.state === "draft" },
    checksum: brand && file ? file.checksum : null,
    languages: [...(brand?.languages ?? [])],
    fields: brand ? BRAND_FIELDS.map((name) => ({ name, value: brand.fields[name] })) : [],
    logo: brand && source ? await readLogo(store, source, brand.fields.logo) : "",
    logo_dark: brand && source ? await readLogo(store, source, brand.fields.logo_dark) : "",
  };
};

/** What somebody has written in the form. */
interface BrandChange {
  /** The checksum of the file that the person has seen. */
  readonly replaces: string;
  /** Null: they stay. */
  readonly languages: readonly string[] | null;
  /** Those that are not named stay. */
  readonly fields: readonly { readonly name: BrandField; readonly value: string }[];
  /** A picture that the store has; null: the logo stays. */
  readonly logo: { readonly checksum: string; readonly size: number } | null;
}

/**
 * The name for a new logo: that of the one before, unless that is no PNG by its name, or the text names it once
 * more, such as for the icon.
 */
const logoName = (text: string, present: string, { files }: PresentSource): string => {
  const name = normalize(present);
  const isShared = text.split(present).length > 2;
  if (/^[^/]+\.png$/i.test(name) && isSourcePath(name) && !isShared) return name;
  const taken = new Set([...files.keys()].map(fileNameKey));
  let free = "logo.png";
  for (let copy = 2; taken.has(fileNameKey(free)); copy += 1) free = `logo-${copy}.png`;
  return free;
};

/** What the check of the folder would say about `school.yaml`. */
const errorsOf = async (
  store: Store,
  files: ReadonlyMap<string, SourceFile>,
  text: string,
): Promise<BrandProblem[]> => {
  const errors = await schoolErrorsInThread({ store, files, edited: { path: FILE, text } });
  return errors.filter(({ file }) => file === FILE).map(({ line, message }) => ({ line, message }));
};

const refused = (
  checksum: string,
  message: string,
): { checksum: string; problems: BrandProblem[] } => ({
  checksum,
  problems: [{ line: 1, message }],
});

/**
 * Writes the brand into `school.yaml` of the draft. What was wrong in the file before refuses nothing.
 * @param by who changes it, as they are within the write
 * @throws SourceConflict if the file is another one by now
 */
export const saveBrand = async (
  {
    database,
    store,
    source,
  }: { readonly database: Database; readonly store: Store; readonly source: PresentSource },
  change: BrandChange,
  by: (db: Kysely<Tables>) => Promise<{ readonly actor: Actor; readonly at: number }>,
): Promise<{ checksum: string; problems: BrandProblem[] }> => {
  const { replaces, languages, logo } = change;
  const file = source.files.get(FILE);
  if (file?.checksum !== replaces) throw new SourceConflict([FILE]);
  if (logo && logo.size > MAX_LOGO_BYTES) {
    return refused(replaces, `The logo has more than ${MAX_LOGO_BYTES / 1024} kB.`);
  }
  const text = await readSchoolFile(store, file);
  const present = text === null ? null : (await readInThread("readBrand", text))?.fields.logo;
  const name = logo && text !== null ? logoName(text, present ?? "", source) : null;
  const values = change.fields.map((field) => [field.name, field.value] as const);
  const fields = { ...Object.fromEntries(values), ...(name !== null && { logo: name }) };
  const edited =
    text === null ? null : await readInThread("editSchool", text, { languages, fields });
  if (text === null || edited === null) {
    return refused(replaces, "The form cannot change this file: edit it as a text.");
  }
  const files = new Map(source.files);
  if (logo && name !== null) files.set(name, { path: name, ...logo });
  const before = new Set((await errorsOf(store, source.files, text)).map(({ message }) => message));
  const problems = (await errorsOf(store, files, edited)).filter(
    ({ message }) => !before.has(message),
  );
  if (problems.length > 0) return { checksum: replaces, problems };
  const isChanged = edited !== text;
  if (!isChanged && !logo) return { checksum: replaces, problems };
  const written = isChanged
    ? await prepareText(database, store, { path: FILE, text: edited, replaces })
    : null;
  await database.write(async (db) => {
    const actor = await by(db);
    if (written) await changeSourceFile(db, written, actor);
    if (!logo || name === null) return;
    const was = source.files.get(name)?.checksum ?? null;
    await changeSourceFile(db, { path: name, replaces: was, ...logo }, actor);
  });
  return { checksum: written?.checksum ?? replaces, problems };
};
