import {
  type DraftFile,
  MAX_DRAFT_BYTES,
  readDraftFile,
  writeDraftFile,
} from "../../contract/draft-file.ts";
import { safeFileName } from "../../lib/safe-file-name.ts";
import type { Saved } from "./saved-drafts.ts";

/** A draft as a file of this machine, with its name. */
export const toFile = ({ name, file }: Pick<Saved, "name" | "file">): File =>
  new File([writeDraftFile(file)], safeFileName(`${name}.pattern.json`), {
    type: "application/json",
  });

/** Reads a file that `toFile` has made. @returns null if it is no draft */
export const fromFile = async (
  given: File,
): Promise<{ readonly name: string; readonly file: DraftFile } | null> => {
  const file = given.size > MAX_DRAFT_BYTES ? null : readDraftFile(await given.text());
  return file && { name: given.name.replace(/(\.pattern)?\.json$/i, "").trim(), file };
};
