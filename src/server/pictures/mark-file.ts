import type { DrawnPage } from "../../contract/drawing.ts";
import { createLimitedProcess, ThreadLimitError, type ThreadLimits } from "../limited-thread.ts";
import { MarkError } from "./mark-error.ts";
import type { FileToDraw, MarkAnswer, MarkedFile } from "./mark-process.ts";

/** What one file may take. The largest ones come to 310 MB. The heap of a PDF has a limit of its own. */
const LIMITS: ThreadLimits = { megabytes: 512, seconds: 20 };

const marking = createLimitedProcess(new URL("./mark-process.ts", import.meta.url));

/**
 * Makes the copy of a photo or a PDF on which a tutor has drawn. The original stays as it is. A process of its own
 * draws, and is killed if that takes too long or too much memory. Call it in turn, see `marking-queue.ts`.
 * @param file a file of a hand-in; its kind is told by its bytes
 * @param pages at least one page
 * @param language of the student, for the lengths of measured lines
 * @throws MarkError
 */
export const markFile = async (
  file: Pick<FileToDraw, "bytes" | "name">,
  pages: readonly DrawnPage[],
  language: string,
  limits = LIMITS,
): Promise<MarkedFile> => {
  const question: FileToDraw = { ...file, pages, language };
  try {
    const answer = (await marking.ask(question, limits)) as MarkAnswer;
    if ("problem" in answer) throw new MarkError(answer.problem, answer.message);
    return answer;
  } catch (reason) {
    if (reason instanceof ThreadLimitError) throw new MarkError(reason.kind, reason.message);
    throw reason;
  }
};
