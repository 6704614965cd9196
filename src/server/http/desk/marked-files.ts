import { buffer } from "node:stream/consumers";
import { type Drawing, MAX_POINTS } from "../../../contract/drawing.ts";
import type { Tables } from "../../db/schema.ts";
import { MarkError } from "../../pictures/mark-error.ts";
import { markFile } from "../../pictures/mark-file.ts";
import { sentFile } from "../../store/store.ts";
import type { StoredUpload } from "../../store/upload-store.ts";
import type { UploadWithFiles } from "../assignments/uploads.ts";
import { invalid } from "../problem.ts";
import type { Services } from "../services.ts";

/** The most bytes of a marked copy. Photos and sheets of hand-ins are far smaller. */
const MAX_MARKED_BYTES = 64 * 1024 * 1024;

/** A copy that has been drawn on, and is not recorded yet. */
export type MarkedCopy = Omit<Tables["marked_file"], "upload_id"> & StoredUpload;

const pointsOf = ({ pages }: Drawing): number =>
  pages
    .flatMap(({ shapes }) => shapes)
    .reduce((sum, shape) => sum + (shape.kind === "pen" ? shape.points.length / 2 : 0), 0);

const hasShapes = ({ pages }: Drawing): boolean => pages.some(({ shapes }) => shapes.length > 0);

/**
 * The drawings that put something on a file.
 * @throws HttpProblem 422 for two drawings of a file, a file that does not exist, or too many points
 */
const checkedDrawings = (drawings: readonly Drawing[], files: number): Drawing[] => {
  const seen = new Set<number>();
  for (const [at, drawing] of drawings.entries()) {
    const path = `drawings.${at}`;
    if (drawing.file >= files) throw invalid(`${path}.file`, "must be the position of a file");
    if (seen.has(drawing.file)) throw invalid(`${path}.file`, "must differ from the others");
    seen.add(drawing.file);
    if (pointsOf(drawing) > MAX_POINTS) {
      throw invalid(path, `must have at most ${MAX_POINTS} points`);
    }
  }
  return drawings.filter(hasShapes);
};

/**
 * Puts drawings on copies of a hand-in's files. The copies lie in the upload folder until they are kept.
 * @param language of the student, for the lengths of measured lines
 * @throws HttpProblem 422 for a drawing or a file with which that cannot be done; then no copy is left
 */
export const markFiles = async (
  { uploads, store }: Services,
  { files }: UploadWithFiles,
  drawings: readonly Drawing[],
  language: string,
): Promise<MarkedCopy[]> => {
  const copies: MarkedCopy[] = [];
  try {
    for (const { file: position, pages } of checkedDrawings(drawings, files.length)) {
      const file = files[position];
      if (!file) continue;
      const bytes = await buffer(await store.stream(sentFile(file.stored)));
      const drawn = pages.filter(({ shapes }) => shapes.length > 0);
      const marked = await markFile({ bytes, name: file.name }, drawn, language).catch((reason) => {
        if (!(reason instanceof MarkError)) throw reason;
        const at = drawings.findIndex((drawing) => drawing.file === position);
        throw invalid(`drawings.${at}`, `cannot be put on the file: ${reason.kind}`);
      });
      const pieces = [Buffer.from(marked.bytes)];
      const received = await uploads.receive(toStream(pieces), MAX_MARKED_BYTES);
      const { name, type } = marked;
      copies.push({ ...received, position, drawing: JSON.stringify(pages), name, type });
    }
    return copies;
  } catch (reason) {
    await uploads.discard(copies);
    throw reason;
  }
};

async function* toStream(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}
