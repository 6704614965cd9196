import type { HonoRequest } from "hono";
import type { ProblemCode, ProblemStatus } from "../../contract/problem.ts";
import {
  ATTACHMENT_TYPES,
  attachmentKind,
  attachmentName,
  KIND_BYTES,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
} from "../../domain/attachment.ts";
import { cleanPhoto, type PhotoKind } from "../../domain/photo/clean-photo.ts";
import { fileNameKey } from "../../lib/file-name-key.ts";
import { createMutex } from "../../lib/mutex.ts";
import { MAX_BODY_BYTES, NO_NULL } from "../body-limits.ts";
import { jpegOfHeic } from "../pictures/read-heic.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { type FormPart, readFormParts } from "./multipart.ts";
import type { StoredUpload, UploadStore } from "./upload-store.ts";

/** Keeps only one photo at a time in memory. */
const exclusive = createMutex();

type Refusal = Extract<ProblemCode, "attachment/damaged" | "attachment/heic">;

/**
 * Removes the metadata of a received photo, such as the place where it was taken, and makes a JPEG of a HEIC,
 * which few browsers show. Leaves other files as they are.
 * @param upload of an allowed kind; gets the new size, checksum and beginning
 * @returns why the photo is refused; null if it is not
 * @throws the error of the disk
 */
const cleanUpload = async (store: UploadStore, upload: StoredUpload): Promise<Refusal | null> => {
  const kind = attachmentKind(upload.start);
  if (kind === null || kind === "pdf" || kind === "draft") return null;
  return exclusive("photo", () =>
    kind === "heic" ? convertHeic(store, upload) : cleanOne(store, upload, kind),
  );
};

const cleanOne = async (
  store: UploadStore,
  upload: StoredUpload,
  kind: PhotoKind,
): Promise<Refusal | null> => {
  const bytes = await store.read(upload);
  const pieces = cleanPhoto(kind, bytes);
  if (!pieces) return "attachment/damaged";
  if (pieces[0] !== bytes) Object.assign(upload, await store.replace(upload, pieces));
  return null;
};

const convertHeic = async (store: UploadStore, upload: StoredUpload): Promise<Refusal | null> => {
  const jpeg = await jpegOfHeic(await store.read(upload));
  if (!jpeg) return "attachment/heic";
  Object.assign(upload, await store.replace(upload, [jpeg]), {
    start: jpeg.subarray(0, KIND_BYTES),
  });
  return null;
};

/** A file of a form. Its content is of an allowed type. */
interface ReceivedFile extends StoredUpload {
  name: string;
  type: string;
}

export interface ReceivedForm {
  /** The fields that are not files, by name. */
  fields: ReadonlyMap<string, string>;
  files: readonly ReceivedFile[];
}

/** The texts of a form stay in memory until the whole form has arrived. */
const MAX_TEXTS_BYTES = 2 * MAX_BODY_BYTES;
const MAX_FORM_BYTES = MAX_ATTACHMENTS * (MAX_ATTACHMENT_BYTES + 1024) + MAX_TEXTS_BYTES;

/** The memory of a field besides its name and its text. */
const MIN_FIELD_BYTES = 100;

const utf8 = new TextDecoder("utf-8", { fatal: true });

const tooLarge = (maxBytes: number, what: string) =>
  new HttpProblem(413, "request/too_large", `${what} may have at most ${maxBytes} bytes`);

/**
 * Reads a field. Skips the rest of a field that is too long.
 * @param leftBytes the bytes that are left for the fields of this form
 */
const textOf = async ({ name, body }: FormPart, leftBytes: number): Promise<string> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    // A copy, because a piece would keep its larger buffer in memory.
    if (length <= MAX_BODY_BYTES && length <= leftBytes) pieces.push(Buffer.from(piece));
    else break;
  }
  if (length > MAX_BODY_BYTES) throw invalid(name, `must have at most ${MAX_BODY_BYTES} bytes`);
  if (length > leftBytes) throw tooLarge(MAX_TEXTS_BYTES, "The form's texts");
  let text: string;
  try {
    text = utf8.decode(Buffer.concat(pieces));
  } catch {
    throw new HttpProblem(400, "request/malformed", "The form is not in UTF-8");
  }
  if (text.includes("\0")) throw invalid(name, NO_NULL);
  // Browsers send every line break in a form as CRLF.
  return text.replace(/\r\n?/g, "\n");
};

const refuse = <Code extends ProblemCode>(
  path: string,
  status: ProblemStatus[Code],
  code: Code,
  message: string,
) => new HttpProblem(status, code, message, { errors: [{ path, message }] });

const problemOf = ({ size, start }: StoredUpload, path: string): HttpProblem | null => {
  if (size > MAX_ATTACHMENT_BYTES) {
    const message = "Attachment too big, maximum allowed size is 2MB";
    return refuse(path, 413, "attachment/too_large", message);
  }
  if (size === 0) return refuse(path, 422, "attachment/empty", "The file is empty");
  if (attachmentKind(start)) return null;
  const message = "must be a JPEG, PNG, WebP, HEIC or PDF file, or a draft";
  return refuse(path, 415, "attachment/wrong_kind", message);
};

const PHOTO_PROBLEMS = {
  "attachment/damaged": [
    422,
    "The photo is damaged or incomplete; save it again, as a JPEG for example",
  ],
  "attachment/heic": [
    415,
    "This school cannot read HEIC photos; send a JPEG, which an iPhone takes with Settings, Camera, Formats, Most Compatible",
  ],
} as const;

const named = (uploads: readonly StoredUpload[], sentNames: readonly string[]): ReceivedFile[] => {
  const taken = new Set<string>();
  return uploads.flatMap((upload, at) => {
    const kind = attachmentKind(upload.start);
    if (!kind) return [];
    // A HEIC has become a JPEG.
    const sent = (sentNames[at] ?? "").replace(/\.hei[cf]$/i, "");
    const name = attachmentName(sent, kind, taken);
    taken.add(fileNameKey(name));
    return { ...upload, name, type: ATTACHMENT_TYPES[kind] };
  });
};

/**
 * Receives a form and writes its files to the disk as they arrive. The caller then keeps or
 * discards them.
 * @param field the name of the file fields
 * @throws HttpProblem for an invalid form; then no file is left
 */
export const receiveForm = async (
  request: HonoRequest,
  store: UploadStore,
  field: string,
): Promise<ReceivedForm> => {
  const declared = Number(request.header("content-length") ?? MAX_FORM_BYTES);
  if (declared > MAX_FORM_BYTES) throw tooLarge(MAX_FORM_BYTES, "The form");
  const fields = new Map<string, string>();
  const uploads: StoredUpload[] = [];
  const sentNames: string[] = [];
  // Throws the first problem after reading the whole body, because a client that is still sending
  // does not read the response.
  let problem: unknown = null;
  let textBytes = 0;
  try {
    for await (const part of readFormParts(request, MAX_FORM_BYTES)) {
      try {
        if (part.fileName === null) {
          if (problem) continue;
          const text = await textOf(part, MAX_TEXTS_BYTES - textBytes);
          textBytes += MIN_FIELD_BYTES + Buffer.byteLength(part.name) + Buffer.byteLength(text);
          fields.set(part.name, text);
        } else if (part.name === field && !problem && uploads.length < MAX_ATTACHMENTS) {
          const upload = await store.receive(part.body, MAX_ATTACHMENT_BYTES, declared);
          sentNames.push(part.fileName);
          uploads.push(upload);
          const path = `${field}.${uploads.length - 1}`;
          problem ??= problemOf(upload, path);
          const code = problem ? null : await cleanUpload(store, upload);
          if (code) problem = refuse(path, PHOTO_PROBLEMS[code][0], code, PHOTO_PROBLEMS[code][1]);
        } else if (part.name === field) {
          problem ??= new HttpProblem(422, "attachment/too_many", "There are too many files", {
            errors: [{ path: field, message: `must be at most ${MAX_ATTACHMENTS} files` }],
          });
        }
      } catch (reason) {
        problem ??= reason;
      }
    }
    if (problem) throw problem;
    return { fields, files: named(uploads, sentNames) };
  } catch (reason) {
    await store.discard(uploads);
    throw problem ?? reason;
  }
};
