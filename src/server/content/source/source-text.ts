import { HttpProblem } from "../../problem.ts";
import { contentFile, type Store } from "../../store/store.ts";
import { decodeText } from "../editor/decode-text.ts";

/** The content has no author's folder that could be edited. */
export const noSource = (): HttpProblem =>
  new HttpProblem(409, "content/no_source", "The content has no folder");

/**
 * Opens a text of the author's folder.
 * @param checksum null for a file that is not there, whose text is empty
 * @throws HttpProblem 422 if it is not in UTF-8
 */
export const openSourceText = async (
  store: Store,
  checksum: string | null,
): Promise<{ readonly text: string; readonly checksum: string | null }> => {
  if (checksum === null) return { text: "", checksum };
  const decoded = decodeText(await store.read(contentFile(checksum)));
  if (!decoded) throw new HttpProblem(422, "content/not_text", "The file is not in UTF-8");
  return { text: decoded.text, checksum };
};
