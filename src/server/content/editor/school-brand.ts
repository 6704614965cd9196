import type { Kysely } from "kysely";
import {
  BRAND_FIELDS,
  BRAND_PICTURE_TYPES,
  BRAND_PICTURES,
  type BrandField,
  type BrandPictureName,
  type BrandProblem,
} from "../../../contract/staff-brand.ts";
import { mediaTypeOf } from "../../../domain/media-type.ts";
import { isSourcePath } from "../../../domain/source-path.ts";
import { fileNameKey } from "../../../lib/file-name-key.ts";
import type { Tables } from "../../db/schema.ts";
import { normalize } from "../../normalize.ts";
import { contentFile, type Store } from "../../store/store.ts";
import { markOf } from "../problem-list.ts";
import type { ProblemMark } from "../problem-place.ts";
import { sentWords } from "../sent-remark.ts";
import { SourceConflict } from "../source/source-rows.ts";
import type { PresentSource } from "../source/source-text.ts";
import { newProblems, type Opened, readFormFile } from "./field-form.ts";
import { exchangeFirstLanguage } from "./first-language.ts";
import { readInThread, schoolErrors } from "./reading-thread.ts";
import { type By, changeSourceFiles, prepareText } from "./text-history.ts";

const FILE = "school.yaml";
const PICTURE_NAMES = Object.keys(BRAND_PICTURES) as BrandPictureName[];
const MAX_PICTURE_BYTES = Math.max(...Object.values(BRAND_PICTURES));

/** A picture of the brand as a `data:` address; empty if there is none, or one that no form shows. */
const readPicture = async (
  store: Store,
  { files }: PresentSource,
  name: string,
): Promise<string> => {
  const file = files.get(normalize(name));
  const type = mediaTypeOf(name);
  const isShown = BRAND_PICTURE_TYPES.some((each) => each === type);
  if (!file || file.size > MAX_PICTURE_BYTES || !isShown) return "";
  const bytes = await store.read(contentFile(file.checksum));
  return `data:${type};base64,${bytes.toString("base64")}`;
};

export const presentBrand = async (store: Store, source: PresentSource | null) => {
  const file = source?.files.get(FILE);
  const text = await readFormFile(store, source, FILE);
  const brand = text === null ? null : await readInThread("readBrand", text);
  const shown = async (name: BrandPictureName): Promise<string> =>
    brand && source ? readPicture(store, source, brand.fields[name]) : "";
  return {
    ...{ source: source !== null, draft: source?.version.state === "draft" },
    checksum: brand && file ? file.checksum : null,
    languages: [...(brand?.languages ?? [])],
    fields: brand ? BRAND_FIELDS.map((name) => ({ name, value: brand.fields[name] })) : [],
    ...{ logo: await shown("logo"), logo_dark: await shown("logo_dark") },
    favicon: await shown("favicon"),
  };
};

interface BrandChange {
  /** The checksum of the file that the person has seen. */
  readonly replaces: string;
  /** The first one is that of the school; null: they stay. */
  readonly languages: readonly string[] | null;
  /** Those that are not named stay. */
  readonly fields: readonly { readonly name: BrandField; readonly value: string }[];
  /** Pictures that the store has; null: it stays; `none`: it is taken out. */
  readonly logo: ChangedPicture | null;
  readonly logo_dark: ChangedPicture | "none" | null;
  readonly favicon: ChangedPicture | "none" | null;
}

const ENDINGS = { "image/png": ".png", "image/jpeg": ".jpg", "image/svg+xml": ".svg" } as const;

interface ChangedPicture {
  readonly checksum: string;
  readonly size: number;
  readonly type: keyof typeof ENDINGS;
}

/**
 * The name for a new picture: that of the one before, unless that has another ending, or the text names it once more,
 * such as the logo for the icon.
 * @param taken names that others have
 */
const pictureNameOf = (
  field: BrandPictureName,
  { type }: ChangedPicture,
  { text, present, taken }: { text: string; present: string; taken: ReadonlySet<string> },
): string => {
  const name = normalize(present);
  const isShared = text.split(present).length > 2;
  const ending = ENDINGS[type];
  const isAlike = !name.includes("/") && name.toLowerCase().endsWith(ending);
  if (present !== "" && isAlike && isSourcePath(name) && !isShared) return name;
  const stem = field.replace("_", "-");
  let free = `${stem}${ending}`;
  for (let copy = 2; taken.has(fileNameKey(free)); copy += 1) free = `${stem}-${copy}${ending}`;
  return free;
};

const refused = (
  checksum: string,
  message: string,
  mark: ProblemMark,
): { checksum: string; problems: BrandProblem[] } => ({
  checksum,
  problems: [{ line: 1, ...sentWords({ message, about: { ...mark, place: {} } }) }],
});

/**
 * Writes the brand into `school.yaml` of the draft. What was wrong in the file before refuses nothing.
 * @param by who changes it, as they are within the write
 * @throws SourceConflict if the file is another one by now
 */
export const saveBrand = async (
  { database, store, source }: Opened,
  change: BrandChange,
  by: (db: Kysely<Tables>) => Promise<By>,
): Promise<{ checksum: string; problems: BrandProblem[] }> => {
  const { replaces, languages } = change;
  if (source.files.get(FILE)?.checksum !== replaces) throw new SourceConflict([FILE]);
  const pictures = PICTURE_NAMES.flatMap((field) => {
    const picture = change[field];
    return picture ? [{ field, picture }] : [];
  });
  for (const { field, picture } of pictures) {
    if (picture === "none" || picture.size <= BRAND_PICTURES[field]) continue;
    const what = BRAND_PICTURES[field] / 1024;
    const mark = { code: "file/too-large", values: { name: field, what } } as const;
    return refused(replaces, `The picture has more than ${what} kB.`, mark);
  }
  const text = await readFormFile(store, source, FILE);
  const shownBefore = text === null ? null : await readInThread("readBrand", text);
  const taken = new Set([...source.files.keys()].map(fileNameKey));
  const added = new Map<string, ChangedPicture>();
  const named = pictures.map(({ field, picture }) => {
    if (picture === "none" || text === null) return [field, ""] as const;
    const present = shownBefore?.fields[field] ?? "";
    const name = pictureNameOf(field, picture, { text, present, taken });
    taken.add(fileNameKey(name));
    added.set(name, picture);
    return [field, name] as const;
  });
  const values = change.fields.map((field) => [field.name, field.value] as const);
  const fields = { ...Object.fromEntries(values), ...Object.fromEntries(named) };
  const edited =
    text === null ? null : await readInThread("editSchool", text, { languages, fields });
  if (text === null || edited === null) {
    const message = "The form cannot change this file: edit it as a text.";
    return refused(replaces, message, { code: "file/syntax" });
  }
  const files = new Map(source.files);
  for (const [path, { checksum, size }] of added) files.set(path, { path, checksum, size });
  const before = await schoolErrors(store, source.files, text);
  const found = newProblems(before, await schoolErrors(store, files, edited));
  const problems = found.map((problem) => ({ line: problem.line, ...sentWords(problem) }));
  const isChanged = edited !== text;
  if (problems.length > 0 || (!isChanged && added.size === 0)) {
    return { checksum: replaces, problems };
  }
  const [[from], [to]] = [shownBefore?.languages ?? [], languages ?? []];
  const exchange =
    from !== undefined && to !== undefined && from !== to
      ? await exchangeFirstLanguage({ database, store, files: source.files }, { from, to })
      : [];
  if ("code" in exchange) {
    const { name, code } = exchange;
    const message = `${name} is in the way of another first language.`;
    return refused(replaces, message, markOf(code, name));
  }
  const written = isChanged
    ? await prepareText(database, store, { path: FILE, text: edited, replaces })
    : null;
  const pictured = [...added].flatMap(([path, { checksum, size }]) => {
    const was = source.files.get(path)?.checksum ?? null;
    return was === checksum ? [] : [{ path, replaces: was, checksum, size }];
  });
  await database.write(async (db) => {
    const changes = [...(written ? [written] : []), ...pictured];
    await changeSourceFiles(db, changes, await by(db), exchange);
  });
  return { checksum: written?.checksum ?? replaces, problems };
};
