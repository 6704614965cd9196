import * as v from "valibot";
import { proxy, ref } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { type Drafting, useDrafting } from "../../app-context/drafting.ts";
import { useService } from "../../app-context/service.ts";
import { unsentTextsOf } from "../../app-context/unsent-texts.ts";
import {
  type DraftFile,
  MAX_DRAFT_BYTES,
  readDraftFile,
  writeDraftFile,
} from "../../contract/draft-file.ts";
import type { Id } from "../../contract/wire.ts";
import type { UnsentText } from "../../core/unsent-texts.ts";
import type { DraftAnswer, DraftContext, DraftRequest } from "../../drafting/draft.ts";
import { Result } from "../../lib/result.ts";

/** A draft that goes with a hand-in, as a file. */
export interface SentDraft {
  readonly name: string;
  readonly text: string;
}

/**
 * What a student has typed for an assignment, and the draft with which it is compared.
 * @param stored keeps what is typed
 */
const createDraftCheck = (drafting: Drafting, stored: UnsentText<Record<string, string>>) => {
  const kept = stored.read() ?? {};
  const state = proxy({
    typed: { ...kept },
    /** Those of fields that have been left: only these are compared. */
    settled: { ...kept },
    answer: null as DraftAnswer | null,
    context: null as DraftContext | null,
    failed: false,
    sends: false,
  });
  let latest = 0;

  return {
    state,

    type(name: string, text: string) {
      state.typed[name] = text;
      stored.write({ ...state.typed });
    },

    /** Compares a length: its field has been left. */
    settle(name: string) {
      state.settled[name] = state.typed[name] ?? "";
    },

    setSends(sends: boolean) {
      state.sends = sends;
    },

    /** Drafts. Only the answer to the last request counts. */
    async draft(request: DraftRequest): Promise<void> {
      latest += 1;
      const turn = latest;
      const answers = await Promise.all([
        drafting.run("draft", request),
        drafting.run("draftContext", request),
      ]).catch(() => null);
      if (turn !== latest) return;
      state.failed = answers === null;
      state.answer = answers && ref(answers[0]);
      state.context = answers && ref(answers[1]);
    },
  };
};

export type DraftCheckModel = ReturnType<typeof createDraftCheck>;

export const draftFileOf = (file: DraftFile): SentDraft => ({
  name: `${file.block}.pattern.json`,
  text: writeDraftFile(file),
});

const typed = v.record(v.string(), v.string());

const create = (app: App) => {
  const checks = new Map<string, DraftCheckModel>();
  return (assignment: Id, drafting: Drafting): DraftCheckModel => {
    const key = String(assignment);
    const check =
      checks.get(key) ??
      createDraftCheck(drafting, unsentTextsOf(app).of(`draft-check/${key}`, typed));
    checks.set(key, check);
    return check;
  };
};

/** The check of an assignment. It outlives the screen. */
export const useDraftCheck = (assignment: Id): DraftCheckModel => {
  const checks = useService(create);
  return checks(assignment, useDrafting());
};

/** Why a sent draft cannot be shown. */
export interface OpenFailure {
  /** It is no draft; or its block is unknown, or the code of blocks could not be fetched. */
  readonly kind: "damaged" | "unknown";
}

export interface Opened {
  readonly file: DraftFile;
  readonly answer: DraftAnswer;
  readonly context: DraftContext;
}

/** Reads the file of a draft that somebody has sent, and drafts it. */
export const openDraftFile = async (
  file: Blob,
  drafting: Pick<Drafting, "run">,
): Promise<Result<Opened, OpenFailure>> => {
  const sent = file.size > MAX_DRAFT_BYTES ? null : readDraftFile(await file.text());
  if (!sent) return Result.fail({ kind: "damaged" });
  const { block, values, options } = sent;
  const request = { block, values, options };
  try {
    const [answer, context] = await Promise.all([
      drafting.run("draft", request),
      drafting.run("draftContext", request),
    ]);
    return Result.ok({ file: sent, answer, context });
  } catch {
    return Result.fail({ kind: "unknown" });
  }
};
