import * as v from "valibot";
import type { LessonProgress } from "../../contract/progress.ts";
import { type Id, id } from "../../contract/wire.ts";
import { createStored } from "../../core/stored.ts";
import type { StudyHistory } from "../../domain/course-status.ts";
import type { StudyTimes } from "../../domain/study-week.ts";
import type { KeyValue } from "../../platform/ports.ts";

const row = v.object({
  lesson_id: id,
  package_id: id,
  course_id: v.nullable(id),
  opened: v.nullable(v.number()),
  completed: v.nullable(v.number()),
  last_seen: v.number(),
  seconds: v.number(),
});

export type StudyRow = v.InferOutput<typeof row>;

const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** Converts a row to the contract's form. */
export const toLessonProgress = ({
  last_seen: _,
  opened,
  completed,
  ...rest
}: StudyRow): LessonProgress => ({
  ...rest,
  opened: iso(opened),
  completed: iso(completed),
});

/** Stores one person's progress on this machine. */
export const createStudyRecord = (storage: KeyValue, personId: () => Id) => {
  const stored = () =>
    createStored(storage, `local-progress.v1/${encodeURIComponent(personId())}`, v.array(row));
  const rows = (): StudyRow[] => stored().read() ?? [];

  return {
    rows,

    find: (lessonId: Id): StudyRow | null =>
      rows().find(({ lesson_id }) => String(lesson_id) === String(lessonId)) ?? null,

    studied: (): StudyHistory =>
      rows().map(({ lesson_id, completed, last_seen }) => ({
        lessonId: lesson_id,
        completed: iso(completed),
        lastSeen: last_seen,
      })),

    /**
     * Changes the times of a lesson.
     * @param change computes the new times from those before
     * @returns null if the machine could not store it
     */
    record(
      studied: Pick<StudyRow, "lesson_id" | "package_id" | "course_id">,
      change: (before: StudyTimes | undefined) => StudyTimes,
    ): StudyRow | null {
      const all = rows();
      const before = all.find(({ lesson_id }) => lesson_id === studied.lesson_id);
      const after = { ...studied, ...change(before) };
      const others = all.filter((each) => each !== before);
      return stored().write([...others, after]) ? after : null;
    },
  };
};

export type StudyRecord = ReturnType<typeof createStudyRecord>;
