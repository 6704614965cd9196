/** A longer gap between two reports is a pause, and does not count as study time. */
const MAX_GAP_MS = 5 * 60_000;

/** The times of a person's study of a lesson, in milliseconds since 1970. */
export interface StudyTimes {
  opened: number | null;
  completed: number | null;
  last_seen: number;
  /** The study time so far. */
  seconds: number;
}

/** Records that the lesson is open at a time, and adds the time since the last report. */
export const recordSeen = (before: StudyTimes | undefined, at: number): StudyTimes => {
  if (!before) return { opened: at, completed: null, last_seen: at, seconds: 0 };
  const gap = at - before.last_seen;
  const counts = gap > 0 && gap <= MAX_GAP_MS;
  return {
    opened: Math.min(before.opened ?? at, at),
    completed: before.completed,
    last_seen: Math.max(before.last_seen, at),
    seconds: before.seconds + (counts ? Math.round(gap / 1000) : 0),
  };
};

/** Records that the lesson was completed at a time. The earliest completion counts. */
export const recordCompleted = (before: StudyTimes | undefined, at: number): StudyTimes => {
  const times = recordSeen(before, at);
  return { ...times, completed: Math.min(times.completed ?? at, at) };
};
