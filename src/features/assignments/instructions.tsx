import { useState } from "react";
import type { Assignment } from "../../contract/assignments.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { saveFile } from "../../ui/save-file.ts";
import { instructionsMessages } from "./failure-messages.ts";
import { useAssignments } from "./use-assignments.ts";

export interface InstructionsProps {
  assignment: Assignment;
}

/** Fetches the sheet with the instructions. */
export const Instructions = ({ assignment }: InstructionsProps) => {
  const assignments = useAssignments();
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<MessageId | null>(null);

  const fetchSheet = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const sheet = await assignments.instructions(assignment);
    setBusy(false);
    if (sheet.ok) saveFile(sheet.value, assignment.instructions?.split("/").at(-1) ?? "");
    else setFailure(instructionsMessages[sheet.failure.kind]);
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
      {failure ? <span role="alert">{text(failure)}</span> : null}
    </>
  );
};
