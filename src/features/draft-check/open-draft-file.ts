import type { Drafting } from "../../app-context/drafting.ts";
import { type DraftFile, MAX_DRAFT_BYTES, readDraftFile } from "../../contract/draft-file.ts";
import type { DraftAnswer, DraftContext } from "../../drafting/draft.ts";
import { Result } from "../../lib/result.ts";

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
