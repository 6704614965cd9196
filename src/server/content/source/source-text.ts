import type { Kysely } from "kysely";
import type { Tables } from "../../db/schema.ts";
import { HttpProblem } from "../../problem.ts";
import { contentFile, type Store } from "../../store/store.ts";
import { decodeText, type EditedText } from "../editor/decode-text.ts";
import {
  filesByPath,
  findDraft,
  latestPublished,
  readSource,
  type SourceFile,
  type SourceVersion,
} from "./source-rows.ts";

/** An author's folder as the editor reads it. */
export interface PresentSource {
  readonly version: SourceVersion;
  readonly files: ReadonlyMap<string, SourceFile>;
}

/** The draft, or without one what is published; null for content that has no folder. */
export const presentSource = async (db: Kysely<Tables>): Promise<PresentSource | null> => {
  const version = (await findDraft(db)) ?? (await latestPublished(db));
  if (!version) return null;
  return { version, files: filesByPath(await readSource(db, version.id)) };
};

/** The content has no author's folder that could be edited. */
export const noSource = (): HttpProblem =>
  new HttpProblem(409, "content/no_source", "The content has no folder");

/** The folder that a change is made in. @throws HttpProblem 409 for content that has none */
export const requireSource = async (db: Kysely<Tables>): Promise<PresentSource> => {
  const source = await presentSource(db);
  if (!source) throw noSource();
  return source;
};

/** Reads a text of the folder; null if it is not in UTF-8. */
export const readText = async (store: Store, checksum: string): Promise<EditedText | null> =>
  decodeText(await store.read(contentFile(checksum)));

/** Reads a text of the folder that can be missed; null if it cannot be read. */
export const tryReadText = async (store: Store, checksum: string): Promise<string | null> =>
  (await readText(store, checksum).catch(() => null))?.text ?? null;

/** @throws HttpProblem 422 if the text is not in UTF-8 */
export const openText = async (store: Store, checksum: string): Promise<EditedText> => {
  const decoded = await readText(store, checksum);
  if (!decoded) throw new HttpProblem(422, "content/not_text", "The file is not in UTF-8");
  return decoded;
};

/**
 * Opens a text of the author's folder.
 * @param checksum null for a file that is not there, whose text is empty
 * @throws HttpProblem 422 if it is not in UTF-8
 */
export const openSourceText = async (
  store: Store,
  checksum: string | null,
): Promise<{ readonly text: string; readonly checksum: string | null }> => ({
  text: checksum === null ? "" : (await openText(store, checksum)).text,
  checksum,
});
