import {
  getMarkedFile,
  getUploadedFile,
  getVoice,
  type Upload,
} from "../../contract/assignments.ts";
import { getAsset } from "../../contract/content.ts";
import type { DeskWork } from "../../contract/desk.ts";
import type { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { SendForBytes } from "../../transport/transport.ts";

export type FetchedBytes = Promise<Result<Blob, CallFailure>>;

/**
 * The files beside a hand-in: its own, those of the student's other attempts, and the task's.
 * @param handIn the hand-in; null while it is not here
 */
export const createWorkFiles = (
  sendForBytes: SendForBytes,
  handIn: () => DeskWork["hand_in"] | null,
) => {
  const kept = new Map<number, FetchedBytes>();

  const fetchFile = async (position: number): FetchedBytes => {
    const { assignment_id = "", id = "", files = [] } = handIn() ?? {};
    const params = { id: assignment_id, uploadId: id, fileName: files[position]?.name ?? "" };
    const answer = await sendForBytes(getUploadedFile, { params });
    if (!answer.ok) kept.delete(position);
    return answer;
  };

  return {
    /** The bytes of a file of the hand-in. A failed request is made again at the next call. */
    ofHandIn(position: number): FetchedBytes {
      const bytes = kept.get(position) ?? fetchFile(position);
      kept.set(position, bytes);
      return bytes;
    },

    /** The bytes of a file of another attempt, as the tutor has marked it. */
    ofAttempt(attempt: Upload, position: number): FetchedBytes {
      const file = attempt.files[position];
      const params = { id: handIn()?.assignment_id ?? "", uploadId: attempt.id };
      return file?.marked
        ? sendForBytes(getMarkedFile, { params: { ...params, position } })
        : sendForBytes(getUploadedFile, { params: { ...params, fileName: file?.name ?? "" } });
    },

    /** The bytes of the sheet with the instructions. */
    sheet(): FetchedBytes {
      const { product = "", instructions } = handIn() ?? {};
      return sendForBytes(getAsset, { query: { product, title: instructions ?? "" } });
    },

    /** The recording with an attempt's answer; null if it cannot be fetched. */
    async voice({ id: uploadId, feedback }: Pick<Upload, "id" | "feedback">): Promise<Blob | null> {
      const params = { id: handIn()?.assignment_id ?? "", uploadId };
      const query = { answered: feedback?.date ?? "" };
      const answer = await sendForBytes(getVoice, { params, query });
      return answer.ok ? new Blob([answer.value], { type: feedback?.voice?.type ?? "" }) : null;
    },
  };
};
