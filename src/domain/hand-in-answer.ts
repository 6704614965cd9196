import type { Drawing } from "../contract/drawing.ts";

/** The most characters of what a tutor says to a hand-in. */
export const MAX_ANSWER_LENGTH = 10_000;

/** What a tutor says to a hand-in. */
interface Answer {
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
}: Answer): "missing" | "text" | null => {
  if (text.length > MAX_ANSWER_LENGTH || text.includes("\0")) return "text";
  const isSilent = !text.trim() && !drawings.some(isDrawn) && voice === null;
  return state === "returned" && isSilent ? "missing" : null;
};

/** For how long a tutor may take an answer back before the student is told of it. */
export const PUBLISHED_AFTER_MS = 10_000;

/**
 * Whether the student knows of an answer. A time that is further away than the wait comes from a
 * server whose clock is wrong, and keeps nothing from the student.
 * @param at from when on, in milliseconds since 1970; null while there is none
 */
export const isPublished = (at: number | null, now: number): boolean =>
  at === null || at <= now || at > now + PUBLISHED_AFTER_MS;
