import { type DeskEntry, getDeskQueue, type TaughtCourse } from "../../contract/desk.ts";
import { createPages, createResource } from "../../core/create-resource.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";
import type { DeskCounts } from "./desk-counts.ts";
import { formatFilters, type QueueFilters, queryOf } from "./filters.ts";

/** Identifies an entry: hand-ins and conversations count their ids apart. */
export const keyOfEntry = ({ kind, id }: Pick<DeskEntry, "kind" | "id">): string => `${kind}/${id}`;

export interface QueueOptions {
  send: Send;
  /** Called with the numbers of what waits. */
  onCounts: (counts: DeskCounts) => void;
  onCourses: (courses: readonly TaughtCourse[]) => void;
}

const createList = ({ send, onCounts, onCourses }: QueueOptions, filters: QueueFilters) => {
  const query = queryOf(filters);
  const resource = createResource<readonly DeskEntry[], CallFailure>({
    async fetch() {
      const answer = await send(getDeskQueue, { query });
      if (!answer.ok) return answer;
      const { entries, counts, courses, cursor } = answer.value;
      onCounts(counts);
      onCourses(courses);
      pages.start(cursor);
      return Result.ok(entries);
    },
  });
  const pages = createPages<DeskEntry, CallFailure>({
    resource,
    async fetch(before) {
      const answer = await send(getDeskQueue, { query: { ...query, before } });
      if (!answer.ok) return answer;
      return Result.ok(answer.value);
    },
    keyOf: keyOfEntry,
  });
  return {
    state: resource.state,
    pages: pages.state,
    /** Fetches the first page again. The present list stays meanwhile. */
    load: resource.refresh,
    /** Appends the next page. @returns whether it could be fetched */
    more: pages.more,
    /** Takes an entry out, which has been answered. */
    remove: (key: string): void =>
      resource.update((list) => list?.filter((entry) => keyOfEntry(entry) !== key) ?? null),
  };
};

export type QueueList = ReturnType<typeof createList>;

/** The lists of the queue, one for each choice of filters that has been looked at. */
export const createQueue = (options: QueueOptions) => {
  const lists = new Map<string, QueueList>();
  return {
    list(filters: QueueFilters): QueueList {
      const key = formatFilters(filters);
      const known = lists.get(key);
      if (known) return known;
      const list = createList(options, filters);
      lists.set(key, list);
      return list;
    },

    /** Takes what has been answered out of the lists of what waits. */
    answered(key: string): void {
      for (const [address, list] of lists) {
        if (readsWaiting(address)) list.remove(key);
      }
    },
  };
};

const readsWaiting = (address: string): boolean => !address.includes("show=");
