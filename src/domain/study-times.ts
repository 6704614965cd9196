/** A longer silence between two signs of study is a pause, and does not count as study. */
const MAX_GAP_MS = 5 * 60_000;

/** When somebody studied a lesson; times in milliseconds since 1970. */
export interface StudyTimes {
  opened: number | null;
  completed: number | null;
  last_seen: number;
  /** Time of study so far. */
  seconds: number;
}

/** The lesson was opened or is still open: the time since the last sign is added up. */
export const seenAt = (before: StudyTimes | undefined, at: number): StudyTimes => {
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

/** The lesson is done, at the first time that says so. */
export const completedAt = (before: StudyTimes | undefined, at: number): StudyTimes => {
  const times = seenAt(before, at);
  return { ...times, completed: Math.min(times.completed ?? at, at) };
};
