import { useState } from "react";
import type { Assignment } from "../../contract/assignments.ts";
import { type FailureTable, matchFailure } from "../../core/match-failure.ts";
import { useText } from "../../i18n/use-text.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { saveFile } from "../../ui/save-file.ts";
import { useAssignments } from "./use-assignments.ts";

/** Why the sheet could not be loaded. */
const FAILURES = {
  404: "assignment-failure.instructions-not-found",
  else: "assignment-failure.instructions",
} as const satisfies FailureTable;

export interface InstructionsProps {
  assignment: Assignment;
}

/** Fetches the sheet with the instructions. */
export const Instructions = ({ assignment }: InstructionsProps) => {
  const assignments = useAssignments();
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);

  const fetchSheet = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const sheet = await assignments.instructions(assignment);
    setBusy(false);
    if (sheet.ok) saveFile(sheet.value, assignment.instructions?.split("/").at(-1) ?? "");
    else setFailure(sheet.failure);
  };

  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-disabled={busy || undefined}
        onClick={() => void fetchSheet()}
      >
        {text("assignments.instructions")}
      </button>
      {failure ? <span role="alert">{text(matchFailure(failure, FAILURES))}</span> : null}
    </>
  );
};
