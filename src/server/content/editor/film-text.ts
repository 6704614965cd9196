import { webVtt } from "../../../domain/timed-texts.ts";
import { CAPTION_READERS } from "../captions.ts";
import { createProblemList } from "../problem-list.ts";
import { type PreviewProblem, previewProblems } from "./preview-text.ts";

/** A text that is wrong on each of its lines is not read to the end by anybody. */
const MOST_PROBLEMS = 100;

/**
 * Captions or chapters as they are kept: WebVTT, as the check of the folder reads them.
 * @returns `vtt` null if words would be lost, or there are none
 */
export const filmText = (
  text: string,
  format: keyof typeof CAPTION_READERS,
): { readonly vtt: string | null; readonly problems: readonly PreviewProblem[] } => {
  const found = createProblemList();
  const lines = CAPTION_READERS[format](text, found.in(""));
  const isLost = (problem: PreviewProblem) => problem.code === "captions/lost";
  if (lines.length === 0 && !previewProblems(found, "").some(isLost)) {
    found.in("")(1, "There is no text with times in it.", { code: "captions/lost" });
  }
  const problems = previewProblems(found, "").map((problem) =>
    isLost(problem) ? { ...problem, severity: "error" as const } : problem,
  );
  return {
    vtt: problems.some(isLost) ? null : webVtt(lines),
    problems: problems
      .toSorted((a, b) => Number(isLost(b)) - Number(isLost(a)))
      .slice(0, MOST_PROBLEMS),
  };
};
