import { type DeskEntry, getDeskQueue } from "../../../src/contract/desk.ts";
import { answerTo } from "../../answer-to.ts";

/** A hand-in of the queue. */
export const queued = (id: number, change: Partial<DeskEntry> = {}) => ({
  kind: "hand-in" as const,
  id,
  student: { id: 20 + id, name: `Noa ${id}` },
  course_id: 10,
  title: "Block",
  translations: [],
  excerpt: "Is the dart right?",
  since: "2026-03-02T09:00:00.000Z",
  state: "waiting" as const,
  claim: null,
  files: 1,
  ...change,
});

/** A page of the queue with these entries. */
export const queuePage = (entries: readonly DeskEntry[], cursor: string | null = null) =>
  answerTo(getDeskQueue, {
    entries: entries as never,
    counts: {
      hand_ins: entries.filter(({ kind }) => kind === "hand-in").length,
      messages: entries.filter(({ kind }) => kind === "message").length,
    },
    cursor,
  });
