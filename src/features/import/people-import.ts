import { proxy } from "valtio/vanilla";
import {
  type ImportReading,
  MAX_TABLE_BYTES,
  postImport,
  postImportCheck,
  postImportRun,
} from "../../contract/staff-import.ts";
import type { Id } from "../../contract/wire.ts";
import type { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { createSendForm, type SendProgress } from "../../transport/send-form.ts";
import type { Send } from "../../transport/transport.ts";

/** Why a table was not taken. */
export type ImportFailure = "too-large" | "too-many-jobs" | "gone" | "not-sent";

/** How an import is ordered. */
export interface ImportOrder {
  readonly rows: "all" | "good";
  readonly invite: boolean;
  readonly language: string;
}

const failureOf = (failure: CallFailure): ImportFailure => {
  if (failure.kind !== "refused") return "not-sent";
  if (failure.status === 413) return "too-large";
  if (failure.status === 404) return "gone";
  return failure.code === "account/limit_reached" ? "too-many-jobs" : "not-sent";
};

/** Brings tables of people to the school. */
export const createPeopleImport = (send: Send) => {
  const state = proxy({
    /** How much of a file has been sent; null while none is. */
    sending: null as SendProgress | null,
    failure: null as ImportFailure | null,
    /** What was pasted, until it is sent. */
    pasted: "",
  });
  const sendForm = createSendForm(send);

  const ended = (answer: Result<{ readonly id: Id }, CallFailure>): Id | null => {
    if (answer.ok) return answer.value.id;
    state.failure = failureOf(answer.failure);
    return null;
  };

  return {
    state,

    /** Sends a file to be checked. @returns the id of its check; null if it was not taken */
    async bring(file: File): Promise<Id | null> {
      if (state.sending) return null;
      state.failure = null;
      if (file.size > MAX_TABLE_BYTES) {
        state.failure = "too-large";
        return null;
      }
      const form = new FormData();
      form.append("file", file);
      state.sending = { sent: 0, total: file.size };
      const answer = await sendForm(postImport, form, {
        onProgress: (progress) => {
          state.sending = progress;
        },
      });
      state.sending = null;
      return ended(answer);
    },

    /** Has a file checked in another way. @returns the id of the new check */
    async check(id: Id, reading: ImportReading): Promise<Id | null> {
      state.failure = null;
      const body = { ...reading, columns: reading.columns && [...reading.columns] };
      return ended(await send(postImportCheck, { params: { id }, body }));
    },

    /** Imports a file that was checked. @returns the id of the job */
    async run(id: Id, body: ImportOrder): Promise<Id | null> {
      state.failure = null;
      return ended(await send(postImportRun, { params: { id }, body }));
    },
  };
};
