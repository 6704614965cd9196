import {
  type Assignment,
  getMarkedFile,
  getUploadedFile,
  getVoice,
  type Upload,
} from "../../contract/assignments.ts";
import type { Id } from "../../contract/wire.ts";
import { ATTACHMENT_TYPES, attachmentKind } from "../../domain/attachment.ts";
import type { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { SendForBytes } from "../../transport/transport.ts";

/** A picture in use. Its address is valid until it is released. */
export interface PictureHandle {
  url: Promise<string | null>;
  release: () => void;
}

export const pictureOf = (blob: Promise<Blob | null>): PictureHandle => {
  const url = blob.then((bytes) => bytes && URL.createObjectURL(bytes));
  return { url, release: () => void url.then((made) => made && URL.revokeObjectURL(made)) };
};

/** A photo. It arrives without a media type, so the type is detected from its bytes. */
const photoOf = (asked: Promise<Result<Blob, CallFailure>>): PictureHandle =>
  pictureOf(
    asked.then(async (answer) => {
      if (!answer.ok) return null;
      const bytes = await answer.value.arrayBuffer();
      const kind = attachmentKind(new Uint8Array(bytes));
      return kind && kind !== "pdf" && kind !== "draft"
        ? new Blob([bytes], { type: ATTACHMENT_TYPES[kind] })
        : null;
    }),
  );

/** Fetches the files of hand-ins, and the copies that a tutor has drawn on. */
export const fetchedFiles = (sendForBytes: SendForBytes) => {
  const file = ({ id }: Assignment, uploadId: Id, fileName: string) =>
    sendForBytes(getUploadedFile, { params: { id, uploadId, fileName } });

  const marked = ({ id }: Assignment, uploadId: Id, position: number) =>
    sendForBytes(getMarkedFile, { params: { id, uploadId, position } });

  return {
    /** The bytes of an uploaded file. */
    file,
    /** The bytes of its marked copy. @param position counts the files of the hand-in from 0 */
    marked,
    /** The recording with the answer to a hand-in; null if it cannot be fetched. */
    async voice({ id }: Assignment, { id: uploadId, feedback }: Upload): Promise<Blob | null> {
      const query = { answered: feedback?.date ?? "" };
      const answer = await sendForBytes(getVoice, { params: { id, uploadId }, query });
      return answer.ok ? new Blob([answer.value], { type: feedback?.voice?.type ?? "" }) : null;
    },
    /** An uploaded photo. */
    photo: (...of: Parameters<typeof file>) => photoOf(file(...of)),
    /** Its marked copy. */
    markedPhoto: (...of: Parameters<typeof marked>) => photoOf(marked(...of)),
  };
};

export type FetchedFiles = ReturnType<typeof fetchedFiles>;
