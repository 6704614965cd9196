/** How fast something goes, from the last seconds alone: a line changes. */
export interface Pace {
  /** @param bytes that have come in all */
  note(time: number, bytes: number): void;
  /** Bytes in a second; null while there is too little to tell. */
  perSecond(): number | null;
}

const WINDOW_MS = 10_000;
const MIN_MS = 500;

/** Measures with times in milliseconds. */
export const createPace = (): Pace => {
  let notes: { time: number; bytes: number }[] = [];
  return {
    note(time, bytes) {
      notes = [...notes.filter((note) => note.time > time - WINDOW_MS), { time, bytes }];
    },
    perSecond() {
      const [first, last] = [notes[0], notes.at(-1)];
      if (!first || !last || last.time - first.time < MIN_MS) return null;
      return ((last.bytes - first.bytes) * 1000) / (last.time - first.time);
    },
  };
};
