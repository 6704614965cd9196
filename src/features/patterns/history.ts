/** Older steps are forgotten. */
const MOST_STEPS = 100;

/** What can be undone and redone. */
export interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** What the last step has changed, while it goes on; null once it has ended. */
  readonly step: string | null;
}

export const startHistory = <Value>(present: Value): History<Value> => ({
  past: [],
  present,
  future: [],
  step: null,
});

/**
 * Changes the value. While one thing is being changed, as by a slider that is dragged, it stays one step.
 * @param step names what is changed; null for a change that is a step by itself
 */
export const change = <Value>(
  { past, present, step: last }: History<Value>,
  next: Value,
  step: string | null = null,
): History<Value> => ({
  past: step !== null && step === last ? past : [...past, present].slice(-MOST_STEPS),
  present: next,
  future: [],
  step,
});

/** Ends the step: the next change is another one. */
export const settle = <Value>(history: History<Value>): History<Value> => ({
  ...history,
  step: null,
});

/** Takes the last step back. @returns the same history if there is none */
export const undo = <Value>(history: History<Value>): History<Value> => {
  const { past, present, future } = history;
  const before = past.at(-1);
  if (before === undefined) return history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], step: null };
};

/** Does what was undone last again. @returns the same history if there is nothing */
export const redo = <Value>(history: History<Value>): History<Value> => {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, step: null };
};
