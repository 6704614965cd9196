import { useState } from "react";
import type { Result } from "../lib/result.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import { saveFile } from "../ui/save-file.ts";

/** Fetches a file and saves it on the person's machine, one at a time. */
export const useSave = () => {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const save = async (fetching: () => Promise<Result<Blob, CallFailure>>, name: string) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const answer = await fetching();
    setBusy(false);
    if (answer.ok) saveFile(answer.value, name);
    else setFailure(answer.failure);
  };
  return { busy, failure, save };
};
