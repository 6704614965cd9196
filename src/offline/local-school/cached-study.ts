import * as v from "valibot";
import { getProgress, type LessonProgress, lessonProgress } from "../../contract/progress.ts";
import { type Id, id } from "../../contract/wire.ts";
import type { StudiedLesson, StudyHistory } from "../../domain/course-status.ts";
import type { Write } from "../../domain/queue.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { callKey } from "./handlers.ts";

const PROGRESS = callKey(getProgress);
const progressAnswer = v.object({ progress: v.array(lessonProgress) });

/** Cache key of the lesson that was opened last while the school could be reached. */
const LAST_SEEN = "last seen";
const seen = v.object({ lessonId: id, time: v.number() });

const latest = (...times: (string | null)[]): number =>
  Math.max(0, ...times.flatMap((time) => (time ? [Date.parse(time)] : [])));

/** Study that the school has accepted, with its progress of the lesson if it sent any. */
export interface AcceptedStudy extends Pick<Write, "call" | "time"> {
  readonly lessonId: Id;
  readonly progress: LessonProgress | null;
}

/** Adds accepted study to the cached progress, as if the school had been asked again. */
export const recordStudy = (cache: AnswerCache, study: AcceptedStudy): void => {
  const { call, time, progress } = study;
  const lessonId = v.parse(id, study.lessonId);
  cache.put(LAST_SEEN, { lessonId, time });
  const known = cache.get(PROGRESS, progressAnswer)?.value.progress;
  if (!known) return;
  const before = known.find(({ lesson_id }) => lesson_id === lessonId);
  const said = {
    ...{ package_id: 1, course_id: null, opened: null, completed: null, seconds: 0 },
    ...before,
    ...progress,
    lesson_id: lessonId,
  };
  const done = call === "complete" ? new Date(time).toISOString() : null;
  const row = { ...said, completed: said.completed ?? done };
  cache.put(PROGRESS, { progress: [...known.filter((each) => each !== before), row] });
};

/** What the person has studied: the cached progress of the school, with the queued writes. */
export const cachedStudy = (cache: AnswerCache, queued: readonly Write[]): StudyHistory => {
  const known = new Map<Id, StudiedLesson>();
  const add = (lessonId: Id, completed: string | null, lastSeen: number) => {
    const before = known.get(lessonId);
    known.set(lessonId, {
      lessonId,
      completed: before?.completed ?? completed,
      lastSeen: Math.max(before?.lastSeen ?? 0, lastSeen),
    });
  };
  for (const row of cache.get(PROGRESS, progressAnswer)?.value.progress ?? []) {
    add(row.lesson_id, row.completed, latest(row.opened, row.completed));
  }
  const last = cache.get(LAST_SEEN, seen)?.value;
  if (last) add(last.lessonId, null, last.time);
  for (const { lessonId, time, call } of queued) {
    add(lessonId, call === "complete" ? new Date(time).toISOString() : null, time);
  }
  return [...known.values()];
};
