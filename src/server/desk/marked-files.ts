import { buffer } from "node:stream/consumers";
import type { Drawing } from "../../contract/drawing.ts";
import { numberPins, pinsOf } from "../../domain/pins.ts";
import { createMutex } from "../../lib/mutex.ts";
import type { UploadWithFiles } from "../assignments/uploads.ts";
import type { Tables } from "../db/schema.ts";
import { OverloadedError } from "../overloaded-error.ts";
import { MarkError } from "../pictures/mark-error.ts";
import { markFile } from "../pictures/mark-file.ts";
import { invalid } from "../problem.ts";
import type { Services } from "../services.ts";
import { sentFile } from "../store/store.ts";
import { isDamagedFile } from "../store/store-errors.ts";
import type { StoredUpload } from "../uploads/upload-store.ts";

/** The most files before one's own. A photo takes a second, and apps wait for half a minute. */
const MOST_BEFORE = 20;

const runAlone = createMutex();
let queuedFiles = 0;

/**
 * Draws on the files of one answer after another, so that many answers at once need no more memory than
 * one, and hold up nobody but each other.
 * @param files how many the work draws on
 * @param untilGone aborts when nobody waits for the answer any more; then its turn is given up
 * @throws OverloadedError if too many files come before
 */
export const drawInTurn = async <Value>(
  files: number,
  untilGone: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> => {
  if (queuedFiles >= MOST_BEFORE) throw new OverloadedError("Too many files wait for drawings");
  queuedFiles += files;
  try {
    return await runAlone("draw", async () => {
      if (untilGone.aborted) throw new OverloadedError("Nobody waits for the drawing any more");
      return work();
    });
  } finally {
    queuedFiles -= files;
  }
};

/** The most bytes of a marked copy. Photos and sheets of hand-ins are far smaller. */
const MAX_MARKED_BYTES = 64 * 1024 * 1024;

/** A copy that has been drawn on, and is not recorded yet. */
export type MarkedCopy = Omit<Tables["marked_file"], "upload_id"> & StoredUpload;

const hasShapes = ({ pages }: Drawing): boolean => pages.some(({ shapes }) => shapes.length > 0);

/**
 * The drawings that put something on a file.
 * @throws HttpProblem 422 for two drawings of a file, or a file that does not exist
 */
const checkedDrawings = (drawings: readonly Drawing[], files: number): Drawing[] => {
  const seen = new Set<number>();
  for (const [at, drawing] of drawings.entries()) {
    const path = `drawings.${at}.file`;
    if (drawing.file >= files) throw invalid(path, "must be the position of a file");
    if (seen.has(drawing.file)) throw invalid(path, "must differ from the others");
    seen.add(drawing.file);
  }
  return drawings.filter(hasShapes);
};

/** @throws MarkError for a file that the store has lost */
const bytesOf = async (
  { store, log }: Pick<Services, "store" | "log">,
  { stored }: { readonly stored: string },
): Promise<Buffer> => {
  try {
    return await buffer(await store.stream(sentFile(stored)));
  } catch (reason) {
    if (!isDamagedFile(reason)) throw reason;
    log.error("A file of a hand-in is missing or damaged", reason, { stored });
    throw new MarkError("missing");
  }
};

/**
 * Puts drawings on copies of a hand-in's files. The copies lie in the upload folder until they are kept.
 * @param language of the student, for the lengths of measured lines
 * @param untilGone aborts when nobody waits for the answer any more
 * @throws HttpProblem 422 for a drawing or a file with which that cannot be done, OverloadedError if too
 * many other files come before; then no copy is left
 */
export const markFiles = async (
  services: Services,
  { files }: UploadWithFiles,
  drawings: readonly Drawing[],
  language: string,
  untilGone: AbortSignal,
): Promise<MarkedCopy[]> => {
  const drawn = checkedDrawings(drawings, files.length);
  if (drawn.length === 0) return [];
  const { uploads } = services;
  const copies: MarkedCopy[] = [];

  const markOne = async ({ file: position, pages: sent }: Drawing): Promise<void> => {
    const pages = numberPins(sent.toSorted((a, b) => a.page - b.page));
    const file = files[position];
    if (!file) return;
    const bytes = await bytesOf(services, file);
    const withShapes = pages.filter(({ shapes }) => shapes.length > 0);
    const marked = await markFile({ bytes, name: file.name }, withShapes, language);
    const received = await uploads.receive([Buffer.from(marked.bytes)], MAX_MARKED_BYTES);
    const { name, type } = marked;
    const pins = pinsOf(pages);
    copies.push({
      ...{ ...received, position, drawing: JSON.stringify(pages), name, type },
      pins: pins.length > 0 ? JSON.stringify(pins) : null,
    });
  };

  try {
    return await drawInTurn(drawn.length, untilGone, async () => {
      for (const drawing of drawn) {
        await markOne(drawing).catch((reason) => {
          if (!(reason instanceof MarkError)) throw reason;
          const at = drawings.indexOf(drawing);
          throw invalid(`drawings.${at}`, `cannot be put on the file: ${reason.kind}`);
        });
      }
      return copies;
    });
  } catch (reason) {
    await uploads.discard(copies);
    throw reason;
  }
};
