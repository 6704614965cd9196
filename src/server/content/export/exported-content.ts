import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { FileTree, IndexFile } from "../../../contract/local-content.ts";
import { mediaTypeOf } from "../../../domain/media-type.ts";
import type { Tables } from "../../db/schema.ts";
import { exportedOrganisation } from "../../school/organisation.ts";
import { checkedPieces } from "../../store/file-cache.ts";
import { contentFile, type Store } from "../../store/store.ts";
import { DamagedFileError, isDamagedFile } from "../../store/store-errors.ts";
import { contentShare } from "../../study/local-content/content-share.ts";
import { fileTreeOf } from "../../study/local-content/file-trees.ts";
import { userContentPieces } from "../../study/local-content/user-content-reply.ts";
import { allCaptions } from "../../study/video/captions.ts";
import { CatalogueHolder } from "../catalogue.ts";
import { schoolLanguages } from "../import-school.ts";
import type { SourceFile } from "../source/source-rows.ts";
import { type ExportTarget, writeExport } from "./export-target.ts";

/**
 * Reads a stored file's bytes.
 * @throws DamagedFileError, at the end at the latest, when the bytes do not match the checksum
 */
export async function* verifiedBytes(
  store: Store,
  { checksum, size }: Pick<ExportedFile, "checksum" | "size">,
): AsyncGenerator<Uint8Array> {
  const key = contentFile(checksum);
  const what = await store.describe(key);
  try {
    yield* checkedPieces(await store.stream(key), { checksum, size }, what);
  } catch (reason) {
    if (!isDamagedFile(reason)) throw reason;
    throw new DamagedFileError(`${what} is damaged: import the content again, then export it.`);
  }
}

/** The bytes of one or more files of the tree, as the school stores them. */
interface ExportedFile {
  /** The file name in `files/`. */
  filename: string;
  /** Media type. */
  type: string;
  size: number;
  checksum: string;
}

/** The contents of the local content folder. */
interface ExportedContent {
  /** The texts of the index files. */
  index: [IndexFile, string][];
  /** Each checksum appears once. */
  files: ExportedFile[];
  /** Keys of the courses. */
  courses: string[];
  lessons: number;
}

/**
 * 40 hex digits derived from the bytes, so that exporting the same content again gives the same
 * folder and only changed files need to be copied.
 */
const fileName = (checksum: string): string => `${checksum.slice(0, 40)}.cache`;

const serializeIndex = (data: unknown): string => {
  const text = JSON.stringify(data);
  const checksum = hash("sha256", text);
  return `{"version":1,"checksum":"${checksum}","data":${text}}`;
};

/**
 * Reads everything for a local content folder except the files' bytes.
 * @param courses ids; null for all of the school's courses
 * @throws HttpProblem 503 when an import changes the content meanwhile
 */
export const readExportedContent = async (
  db: Kysely<Tables>,
  courses: readonly number[] | null,
): Promise<ExportedContent> => {
  const { current } = await CatalogueHolder.open(db);
  const wanted = [...current.courses.values()].filter(
    ({ course }) => courses === null || courses.includes(course.props.id),
  );
  const share = contentShare(current, wanted);
  let content = "";
  for await (const piece of userContentPieces(db, share)) content += piece;

  const tree: FileTree = {};
  const files = new Map<string, ExportedFile>();
  for (const language of await schoolLanguages(db)) {
    for (const [name, { type, size, checksum }] of fileTreeOf(share, language).files) {
      const filename = fileName(checksum);
      files.set(checksum, { filename, type, size, checksum });
      tree[name] ??= {};
      tree[name][language] = { filename, checksum, size, present: true, synced: true };
    }
  }
  const listing = ({ bytes }: { bytes: Buffer }): unknown => JSON.parse(bytes.toString());
  return {
    index: [
      ["content.json", serializeIndex(JSON.parse(content))],
      ["faqs.json", serializeIndex(listing(current.faqs))],
      ["glossary.json", serializeIndex(listing(current.glossary))],
      ["instructions.json", serializeIndex(listing(current.instructions))],
      ["captions.json", serializeIndex(await allCaptions(db, share))],
      ["organisation.json", serializeIndex(await exportedOrganisation(db))],
      ["filetree.json", serializeIndex(tree)],
    ],
    files: [...files.values()],
    courses: wanted.map(({ key }) => key),
    lessons: share.products.reduce((sum, { lessons }) => sum + lessons.length, 0),
  };
};

/**
 * Writes local content and verifies every file while reading it. Writes everything or nothing.
 * @throws DamagedFileError, or the system's error when the target cannot be written
 */
export const writeContent = (
  store: Store,
  { index, files }: ExportedContent,
  target: ExportTarget,
): Promise<void> =>
  writeExport(target, async () => {
    for (const [name, text] of index) await target.addText(name, text);
    for (const file of files) {
      const { filename, type, size } = file;
      await target.addFile({ name: `files/${filename}`, type, size }, verifiedBytes(store, file));
    }
  });

/**
 * Writes an author's folder as it came in, and verifies every file while reading it. Writes everything or
 * nothing.
 * @throws DamagedFileError, or the system's error when the target cannot be written
 */
export const writeSource = (
  store: Store,
  files: readonly SourceFile[],
  target: ExportTarget,
  onFile: (done: number) => void = () => {},
): Promise<void> =>
  writeExport(target, async () => {
    for (const [at, file] of files.entries()) {
      const { path: name, size } = file;
      const type = mediaTypeOf(name) ?? "text/plain";
      await target.addFile({ name, type, size }, verifiedBytes(store, file));
      onFile(at + 1);
    }
  });
