import { webVtt } from "../../../domain/timed-texts.ts";
import { CAPTION_READERS } from "../captions.ts";
import { createProblemList } from "../problem-list.ts";
import type { PreviewProblem } from "./preview-text.ts";

/** A text that is wrong on each of its lines is not read to the end by anybody. */
const MOST_PROBLEMS = 100;

/**
 * Captions or chapters as they are kept: WebVTT, as the check of the folder reads them.
 * @returns `vtt` null if there is a mistake in them, or nothing
 */
export const filmText = (
  text: string,
  format: keyof typeof CAPTION_READERS,
): { readonly vtt: string | null; readonly problems: readonly PreviewProblem[] } => {
  const found = createProblemList();
  const lines = CAPTION_READERS[format](text, found.in(""));
  if (lines.length === 0 && found.sorted("error").length === 0)
    found.in("")(1, "There is no text with times in it.");
  const of = (severity: PreviewProblem["severity"]) =>
    found.sorted(severity).map(({ line, message }) => ({ line, message, severity }));
  const errors = of("error");
  return {
    vtt: errors.length > 0 ? null : webVtt(lines),
    problems: [...errors, ...of("warning")].slice(0, MOST_PROBLEMS),
  };
};
