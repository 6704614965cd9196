import type { Drawing } from "../contract/drawing.ts";

/** The most characters of what a tutor says to a hand-in. */
export const MAX_ANSWER_LENGTH = 10_000;

/** What a tutor says to a hand-in. */
interface SaidAnswer {
  readonly state: "accepted" | "returned";
  readonly text: string;
  readonly drawings: readonly Pick<Drawing, "pages">[];
  /** A recording; null or absent: there is none. */
  readonly voice?: string | null;
}

/** Whether there is anything on a file that the student would see. */
export const isDrawn = ({ pages }: Pick<Drawing, "pages">): boolean =>
  pages.some(({ shapes, turn }) => shapes.length > 0 || turn !== 0);

/** Why an answer cannot be given: returning needs words, said or written, or a drawing. The app and the school ask this. */
export const answerProblem = ({
  state,
  text,
  drawings,
  voice = null,
}: SaidAnswer): "missing" | "text" | null => {
  if (text.length > MAX_ANSWER_LENGTH || text.includes("\0")) return "text";
  const isSilent = !text.trim() && !drawings.some(isDrawn) && voice === null;
  return state === "returned" && isSilent ? "missing" : null;
};
