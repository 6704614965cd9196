import * as v from "valibot";
import { getProgress, lessonProgress } from "../contract/progress.ts";
import { id } from "../contract/wire.ts";
import { parseJson } from "../lib/parse-json.ts";

/**
 * Adds a completed lesson to an answer with the person's progress.
 * @param answer as JSON
 * @param now milliseconds since 1970
 * @returns null if the answer or the id is damaged, or if the lesson was completed before
 */
export const withCompletion = (answer: string, lessonId: unknown, now: number) => {
  const known = parseJson(answer, getProgress.answer as v.GenericSchema<unknown, Progress>);
  const lesson = v.safeParse(id, lessonId);
  if (!known || !lesson.success) return null;
  const before = known.progress.find(({ lesson_id }) => lesson_id === lesson.output);
  if (before?.completed) return null;
  const row = v.safeParse(lessonProgress, {
    lesson_id: lesson.output,
    ...before,
    completed: new Date(now).toISOString(),
  });
  if (!row.success) return null;
  return { progress: [...known.progress.filter((each) => each !== before), row.output] };
};

interface Progress {
  readonly progress: readonly v.InferOutput<typeof lessonProgress>[];
}
