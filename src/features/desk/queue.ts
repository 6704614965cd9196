import type { App } from "../../app-context/app.ts";
import { formatChoice, readChoice } from "../../app-context/list-address.ts";
import { createPagedLists } from "../../app-context/paged-list.ts";
import { type DeskEntry, getDeskQueue, QUEUE_LIST } from "../../contract/desk.ts";
import { deskCountsOf } from "./desk-counts.ts";
import { taughtCoursesOf } from "./taught-courses.ts";

/** Identifies an entry: hand-ins and conversations count their ids apart. */
export const keyOfEntry = ({ kind, id }: Pick<DeskEntry, "kind" | "id">): string => `${kind}/${id}`;

/** What the address of a work asks of the queue, as the query of a call. */
export const queueQuery = (address: string): string =>
  formatChoice(QUEUE_LIST, readChoice(QUEUE_LIST, address));

/** The lists of the queue, one for each choice of filters that has been looked at. */
export const createQueue = (app: App) => {
  const taught = taughtCoursesOf(app);
  const lists = createPagedLists({
    fetch: (query) => app.transport.send(getDeskQueue, { query }),
    read({ counts, courses, ...page }) {
      deskCountsOf(app).show(counts);
      taught.courses = courses;
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
