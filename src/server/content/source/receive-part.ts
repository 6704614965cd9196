import type { HonoRequest } from "hono";
import { CHECKSUM } from "../../../contract/checksum.ts";
import { MAX_SOURCE_PART_BYTES } from "../../../contract/staff-content.ts";
import { MAX_SOURCE_FILE_BYTES, MAX_SOURCE_ZIP_BYTES } from "../../../domain/source-path.ts";
import { createMutex } from "../../../lib/mutex.ts";
import { HttpProblem, invalid } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { isDamagedFile } from "../../store/store-errors.ts";
import type { StoredUpload } from "../../uploads/upload-store.ts";
import {
  addPart,
  PartsReader,
  readParts,
  receivedBytes,
  removeParts,
  type SourcePart,
} from "./source-parts.ts";
import { missingFiles } from "./source-rows.ts";

/** What a part says of itself. */
interface PartOrder {
  readonly checksum: string;
  readonly at: number;
  readonly size: number;
  readonly use: "file" | "zip";
}

/** @throws HttpProblem 413, 422 */
export const readPartOrder = (
  checksum: string,
  query: Readonly<Partial<Record<"at" | "size" | "use", string>>>,
): PartOrder => {
  if (!CHECKSUM.test(checksum)) throw invalid("checksum", "must be a SHA-256 in hex");
  const wholeNumber = (name: "at" | "size"): number => {
    const text = query[name] ?? "";
    if (!/^\d{1,15}$/.test(text)) throw invalid(name, "must be a whole number");
    return Number(text);
  };
  const [at, size] = [wholeNumber("at"), wholeNumber("size")];
  const { use } = query;
  if (use !== "file" && use !== "zip") throw invalid("use", "must be file or zip");
  if (at > size) throw invalid("at", "must not be after the end of the file");
  const most = use === "zip" ? MAX_SOURCE_ZIP_BYTES : MAX_SOURCE_FILE_BYTES;
  if (size > most) {
    throw new HttpProblem(413, "content/too_large", `The file may have at most ${most} bytes`);
  }
  return { checksum, at, size, use };
};

const tooLarge = () =>
  new HttpProblem(
    413,
    "request/too_large",
    `A part may have at most ${MAX_SOURCE_PART_BYTES} bytes`,
  );

const wrongChecksum = () =>
  new HttpProblem(422, "content/wrong_checksum", "The bytes are not those of the checksum");

async function* noBytes(): AsyncGenerator<Buffer> {}

/** Deletes the parts of a file, with their bytes. */
const dropParts = async (
  { database, uploads }: Services,
  checksum: string,
  parts: readonly SourcePart[],
): Promise<void> => {
  await database.write((db) => removeParts(db, checksum));
  await uploads.discard(parts);
};

const runAlone = createMutex();

/**
 * Makes one file of its parts. That of a film of gigabytes takes longer than its sender waits, who then asks again.
 */
const assemble = (services: Services, { checksum, size }: PartOrder): Promise<void> =>
  runAlone(checksum, async () => {
    const { database, uploads, store } = services;
    const parts = await readParts(database.read, checksum);
    if (receivedBytes(parts) !== size) return;
    const pieces = new PartsReader(store, parts).pieces();
    const whole = await uploads.receive(pieces, size).catch(async (reason) => {
      // The store has lost one of them: they are sent again.
      if (isDamagedFile(reason)) await dropParts(services, checksum, parts);
      throw reason;
    });
    if (whole.checksum === checksum) await uploads.keepAsContent(whole);
    else await uploads.discard([whole]);
    await dropParts(services, checksum, parts);
    if (whole.checksum !== checksum) throw wrongChecksum();
  });

/** Keeps a part until the file is whole, unless it is not the next one. */
const keepPart = async (
  { database, uploads, clock }: Services,
  { checksum, at }: PartOrder,
  upload: StoredUpload,
  named: () => void,
): Promise<void> => {
  const isNext = receivedBytes(await readParts(database.read, checksum)) === at && upload.size > 0;
  if (!isNext) return;
  await uploads.keep([upload]);
  const part = { position: at, size: upload.size, stored: upload.stored };
  await database.write(async (db) => {
    // Another window may have sent it meanwhile.
    if (await addPart(db, checksum, part, clock())) named();
  });
};

/**
 * Receives bytes of a file of the content. A file that fits into one part is stored at once; of larger ones the
 * parts are kept until the last one has arrived. A zip stays in parts until it is unpacked.
 * @returns how many bytes of the file are there
 * @throws HttpProblem 413, 422
 */
export const receivePart = async (
  services: Services,
  request: HonoRequest,
  order: PartOrder,
): Promise<number> => {
  const { database, uploads, store } = services;
  const { checksum, at, size, use } = order;
  const declared = Number(request.header("content-length") ?? MAX_SOURCE_PART_BYTES);
  if (declared > MAX_SOURCE_PART_BYTES) throw tooLarge();
  const body = (request.raw.body ?? noBytes()) as AsyncIterable<Buffer>;
  const upload = await uploads.receive(body, MAX_SOURCE_PART_BYTES, declared);
  const isWhole = await uploads.untilNamed([upload], async (named) => {
    if (upload.size > MAX_SOURCE_PART_BYTES) throw tooLarge();
    if (at + upload.size > size) throw invalid("size", "must be the size of the whole file");
    if (use === "file" && at === 0 && upload.size === size) {
      if (upload.checksum !== checksum) throw wrongChecksum();
      await uploads.keepAsContent(upload);
      return true;
    }
    await keepPart(services, order, upload, named);
    return false;
  });
  if (isWhole) return size;
  const parts = await readParts(database.read, checksum);
  const received = receivedBytes(parts);
  // Its last part has come already, and only the answer was lost.
  if (received === 0 && use === "file") {
    const missing = await missingFiles(database, store, [{ checksum, size }]);
    if (missing.size === 0) return size;
  }
  // Its parts are still there if it could not be assembled before, for example on a full disk.
  if (received === size && use === "file") await assemble(services, order);
  return received;
};
