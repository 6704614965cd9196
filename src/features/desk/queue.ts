import { formatChoice, readChoice } from "../../app-context/list-address.ts";
import { createPagedLists } from "../../app-context/paged-list.ts";
import {
  type DeskEntry,
  getDeskQueue,
  QUEUE_LIST,
  type TaughtCourse,
} from "../../contract/desk.ts";
import type { Send } from "../../transport/transport.ts";
import type { DeskCounts } from "./desk-counts.ts";

/** Identifies an entry: hand-ins and conversations count their ids apart. */
export const keyOfEntry = ({ kind, id }: Pick<DeskEntry, "kind" | "id">): string => `${kind}/${id}`;

/** What the address of a work asks of the queue, as the query of a call. */
export const queueQuery = (address: string): string =>
  formatChoice(QUEUE_LIST, readChoice(QUEUE_LIST, address));

export interface QueueOptions {
  send: Send;
  /** Called with the numbers of what waits. */
  onCounts: (counts: DeskCounts) => void;
  onCourses: (courses: readonly TaughtCourse[]) => void;
}

/** The lists of the queue, one for each choice of filters that has been looked at. */
export const createQueue = ({ send, onCounts, onCourses }: QueueOptions) => {
  const lists = createPagedLists({
    fetch: (query) => send(getDeskQueue, { query }),
    read({ counts, courses, ...page }) {
      onCounts(counts);
      onCourses(courses);
      return page;
    },
    keyOf: keyOfEntry as (entry: DeskEntry) => string,
  });
  return {
    ...lists,

    /** Takes what has been answered out of the lists of what waits, which is what they show without a choice. */
    answered(key: string): void {
      for (const [query, list] of lists.kept) {
        if (!new URLSearchParams(query).has("show")) list.remove(key);
      }
    },
  };
};
