import type { Kysely } from "kysely";
import { sourceTextPlace } from "../../../domain/source-text.ts";
import type { Tables } from "../../db/schema.ts";
import type { Store } from "../../store/store.ts";
import type { Catalogue } from "../catalogue.ts";
import { sentWords } from "../sent-remark.ts";
import { latestPublished, readSource, type SourceFile } from "../source/source-rows.ts";
import { tryReadText } from "../source/source-text.ts";
import type { PreviewProblem } from "./preview-text.ts";
import { headOf } from "./tree/facts.ts";

const ID = /^id:[ \t]*(\d{1,9})[ \t]*(?:#.*)?$/m;

/** The id in the front matter of a lesson, and its line. */
const idOf = (text: string): { id: number; line: number } | null => {
  const head = text.slice(0, headOf(text)?.end ?? 0);
  const found = ID.exec(head);
  return found && { id: Number(found[1]), line: head.slice(0, found.index).split("\n").length };
};

const isLesson = (path: string): boolean => {
  const place = sourceTextPlace(path);
  return place?.kind === "lesson" && path === `${place.product}/lessons/${place.key}.md`;
};

interface TakenIdOptions {
  readonly read: Kysely<Tables>;
  readonly catalogue: Catalogue;
  readonly store: Store;
  readonly files: ReadonlyMap<string, SourceFile>;
}

/**
 * Finds another lesson with the id of the one that is being written. Only lessons that are not as they are
 * published are read: the catalogue knows the ids of the others.
 */
export const takenLessonId = async (
  { read, catalogue, store, files }: TakenIdOptions,
  path: string,
  text: string,
): Promise<PreviewProblem[]> => {
  const own = isLesson(path) ? idOf(text) : null;
  if (!own) return [];
  const latest = await latestPublished(read);
  const published = new Map(
    (latest ? await readSource(read, latest.id) : []).map((file) => [file.path, file.checksum]),
  );
  const ids = new Map<string, number>();
  for (const { product, lesson } of catalogue.lessons.values()) {
    ids.set(`${product.key}/lessons/${lesson.key}.md`, lesson.dbid);
  }
  for (const other of files.values()) {
    if (other.path === path || !isLesson(other.path)) continue;
    const known = published.get(other.path) === other.checksum ? ids.get(other.path) : undefined;
    const id = known ?? idOf((await tryReadText(store, other.checksum)) ?? "")?.id;
    if (id !== own.id) continue;
    const message = `The lesson id ${own.id} already belongs to ${other.path}.`;
    const values = { id: own.id, owner: other.path };
    const about = { code: "id/taken", values, place: {} } as const;
    return [{ line: own.line, severity: "error", ...sentWords({ message, about }) }];
  }
  return [];
};
