import * as v from "valibot";
import { getProgress, type LessonProgress, lessonProgress } from "../../contract/progress.ts";
import { type Id, id } from "../../contract/wire.ts";
import type { Studied, StudiedLesson } from "../../domain/course-standing.ts";
import type { Write } from "../../domain/queue.ts";
import { nameOf } from "./answers.ts";
import type { Remembered } from "./remembered.ts";

const PROGRESS = nameOf(getProgress);
const progressAnswer = v.object({ progress: v.array(lessonProgress) });

/** The lesson that was open last with the school's knowledge, and when. */
const LAST_SEEN = "last seen";
const seen = v.object({ lessonId: id, time: v.number() });

const latest = (...times: (string | null)[]): number =>
  Math.max(0, ...times.flatMap((time) => (time ? [Date.parse(time)] : [])));

/** A sign of study that the school has taken, with what it says of the lesson, if anything. */
export interface TakenStudy extends Pick<Write, "call" | "time"> {
  readonly lessonId: Id;
  readonly progress: LessonProgress | null;
}

/** Notes it, as if the school had been asked anew for all that is studied. */
export const noteStudy = (remembered: Remembered, study: TakenStudy): void => {
  const { call, time, progress } = study;
  const lessonId = v.parse(id, study.lessonId);
  remembered.put(LAST_SEEN, { lessonId, time });
  const known = remembered.get(PROGRESS, progressAnswer)?.value.progress;
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
  remembered.put(PROGRESS, { progress: [...known.filter((each) => each !== before), row] });
};

/** What somebody has studied by now: as the school last knew it, and what it has not heard of. */
export const knownStudy = (remembered: Remembered, queued: readonly Write[]): Studied => {
  const known = new Map<Id, StudiedLesson>();
  const add = (lessonId: Id, completed: string | null, lastSeen: number) => {
    const before = known.get(lessonId);
    known.set(lessonId, {
      lessonId,
      completed: before?.completed ?? completed,
      lastSeen: Math.max(before?.lastSeen ?? 0, lastSeen),
    });
  };
  for (const row of remembered.get(PROGRESS, progressAnswer)?.value.progress ?? []) {
    add(row.lesson_id, row.completed, latest(row.opened, row.completed));
  }
  const last = remembered.get(LAST_SEEN, seen)?.value;
  if (last) add(last.lessonId, null, last.time);
  for (const { lessonId, time, call } of queued) {
    add(lessonId, call === "complete" ? new Date(time).toISOString() : null, time);
  }
  return [...known.values()];
};
