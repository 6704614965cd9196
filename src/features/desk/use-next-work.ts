import { useLocation, useSearch } from "wouter";
import { DESK, deskMessagePath, handInPath } from "../../app-context/desk-links.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { useApp } from "../../app-context/use-app.ts";
import { type DeskEntry, QUEUE_LIST } from "../../contract/desk.ts";
import { formatChoice, readChoice } from "../../domain/list-query.ts";
import { keyOfEntry } from "./queue.ts";
import { useDesk } from "./use-desk.ts";
import { neighbour } from "./works.ts";

/** The address of an entry's work. */
export const workPath = ({ kind, id }: Pick<DeskEntry, "kind" | "id">, search: string): string =>
  kind === "hand-in" ? handInPath(id, search) : deskMessagePath(id, search);

/** The ways from one work to another, in the queue from which it was opened. */
export const useNextWork = (present: Pick<DeskEntry, "kind" | "id">) => {
  const { queue, works } = useDesk();
  const personId = personIdOf(useApp());
  const [, navigate] = useLocation();
  const query = formatChoice(QUEUE_LIST, readChoice(QUEUE_LIST, useSearch()));
  const search = query && `?${query}`;
  const list = queue.list(query);
  const key = keyOfEntry(present);

  const isFree = ({ claim }: DeskEntry): boolean => !claim || claim.by.id === personId;

  return {
    /** The address of the queue. */
    back: DESK + search,
    search,
    /** The queue from which it was opened. */
    list,

    /** Opens the entry after or before this one; at the end the queue. */
    async step(by: 1 | -1): Promise<void> {
      const next = await neighbour(list, key, by);
      navigate(next ? workPath(next, search) : DESK + search);
    },

    /** Fetches what will be opened next. */
    async prefetch(): Promise<void> {
      const next = await neighbour(list, key, 1, isFree);
      if (next?.kind === "hand-in") await works.of(next.id).prefetch();
    },

    /**
     * Call it when this entry has been answered: opens the next one on which nobody works.
     * @param isHere whether the entry is still on the screen
     */
    async answered(isHere = true): Promise<void> {
      const next = isHere ? await neighbour(list, key, 1, isFree) : null;
      queue.answered(key);
      if (!isHere) return;
      // The browser's Back leads to the queue, not to what has been done.
      navigate(next ? workPath(next, search) : DESK + search, { replace: true });
    },
  };
};

export type NextWork = ReturnType<typeof useNextWork>;
