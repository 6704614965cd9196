import { type SourceTextPlace, sourceTextPlace } from "../../../domain/source-text.ts";
import type { Services } from "../../services.ts";
import { sentWords } from "../sent-remark.ts";
import { filesByPath, latestPublished, readSource } from "../source/source-rows.ts";
import { type PresentSource, tryReadText } from "../source/source-text.ts";
import type { PreviewProblem, TextPreview } from "./preview-text.ts";
import { type EditedFolder, previewInThread } from "./reading-thread.ts";
import { headOf } from "./tree/facts.ts";

const ID = /^id:[ \t]*(\d{1,9})[ \t]*(?:#.*)?$/m;

/** The id in the front matter of a lesson, and its line. */
const idOf = (text: string): { id: number; line: number } | null => {
  const head = text.slice(0, headOf(text)?.end ?? 0);
  const found = ID.exec(head);
  return found && { id: Number(found[1]), line: head.slice(0, found.index).split("\n").length };
};

/** Whether a file is that of a lesson without a language in its name, which has the id. */
const isLesson = (path: string): boolean => {
  const place = sourceTextPlace(path, "");
  return place?.kind === "lesson" && place.language === "";
};

/**
 * Finds another lesson with the id of the one that is being written. Only lessons that are not as they are
 * published are read: the catalogue knows the ids of the others.
 */
const takenLessonId = async (
  { database, catalogue, store }: Services,
  { files, edited: { path, text } }: EditedFolder,
): Promise<PreviewProblem[]> => {
  const own = isLesson(path) ? idOf(text) : null;
  if (!own) return [];
  const latest = await latestPublished(database.read);
  const published = filesByPath(latest ? await readSource(database.read, latest.id) : []);
  const ids = new Map<string, number>();
  for (const { product, lesson } of catalogue.current.lessons.values()) {
    ids.set(`${product.key}/lessons/${lesson.key}.md`, lesson.dbid);
  }
  for (const other of files.values()) {
    if (other.path === path || !isLesson(other.path)) continue;
    const isPublished = published.get(other.path)?.checksum === other.checksum;
    const known = isPublished ? ids.get(other.path) : undefined;
    const id = known ?? idOf((await tryReadText(store, other.checksum)) ?? "")?.id;
    if (id !== own.id) continue;
    const message = `The lesson id ${own.id} already belongs to ${other.path}.`;
    const values = { id: own.id, owner: other.path };
    const about = { code: "id/taken", values, place: {} } as const;
    return [{ line: own.line, severity: "error", ...sentWords({ message, about }) }];
  }
  return [];
};

/** Shows a text of the folder as students would see it, and whether it takes the id of another lesson. */
export const previewWithId = async (
  services: Services,
  source: PresentSource | null,
  place: SourceTextPlace,
  edited: EditedFolder["edited"],
): Promise<TextPreview> => {
  const folder = { store: services.store, files: source?.files ?? new Map(), edited };
  const { pages, problems } = await previewInThread(folder, place);
  return { pages, problems: [...(await takenLessonId(services, folder)), ...problems] };
};
