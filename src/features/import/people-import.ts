import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { useService } from "../../app-context/service.ts";
import { STAFF_IMPORT } from "../../app-context/staff-links.ts";
import {
  type ImportReading,
  MAX_TABLE_BYTES,
  PEOPLE_COLUMNS,
  postImport,
  postImportCheck,
  postImportRun,
} from "../../contract/staff-import.ts";
import type { Id } from "../../contract/wire.ts";
import type { Failure, FailureTable } from "../../core/match-failure.ts";
import type { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { createSendForm, type SendProgress } from "../../transport/send-form.ts";

/** What a column may be, in the order of the choice. */
export const COLUMNS = PEOPLE_COLUMNS;

export interface ImportOrder {
  readonly rows: "all" | "good";
  readonly invite: boolean;
  readonly language: string;
}

/** Why a table was not taken. */
export const importMessages = {
  "too-large": "staff-import.too-large",
  "account/limit_reached": "staff-import.too-many-jobs",
  404: "staff-import.gone",
  413: "staff-import.too-large",
  else: "staff-import.not-sent",
} as const satisfies FailureTable<"too-large">;

const create = ({ transport: { send } }: App) => {
  const state = proxy({
    /** How much of a file has been sent; null while none is. */
    sending: null as SendProgress | null,
    failure: null as Failure<"too-large"> | null,
    pasted: "",
  });
  const sendForm = createSendForm(send);

  const ended = (answer: Result<{ readonly id: Id }, CallFailure>): Id | null => {
    if (answer.ok) return answer.value.id;
    state.failure = answer.failure;
    return null;
  };

  return {
    state,

    /** Sends a file to be checked. @returns the id of its check; null if it was not taken */
    async bring(file: File): Promise<Id | null> {
      if (state.sending) return null;
      state.failure = null;
      if (file.size > MAX_TABLE_BYTES) {
        state.failure = { kind: "too-large" };
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

/** The import of the signed-in person. */
export const usePeopleImport = () => useService(create);

export const SHOWN_KINDS = ["all", "add", "change", "same", "wrong"] as const;
export type ShownKind = (typeof SHOWN_KINDS)[number];

/** What the screen shows. It stands in the address, so that it survives a reload. */
interface ImportAddress {
  /** The job that has checked the table; null: none yet. */
  readonly check: string | null;
  readonly run: string | null;
  readonly show: ShownKind;
}

const idIn = (text: string | null): string | null =>
  text !== null && /^\d{1,10}$/.test(text) ? text : null;

export const readImportAddress = (search: string): ImportAddress => {
  const query = new URLSearchParams(search);
  const show = query.get("show");
  return {
    check: idIn(query.get("check")),
    run: idIn(query.get("run")),
    show: SHOWN_KINDS.find((kind) => kind === show) ?? "all",
  };
};

/** The address of a check, or of the import after it. */
export const importLink = (
  check: Id,
  { run, show }: { run?: Id; show?: ShownKind } = {},
): string => {
  const query = new URLSearchParams({
    check: String(check),
    ...(run !== undefined && { run: String(run) }),
    ...(show && { show }),
  });
  return `${STAFF_IMPORT}?${query}`;
};
