import type { ReactNode } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { DESK, deskMessagePath, handInPath } from "../../app-context/desk-links.ts";
import type { PagedList } from "../../app-context/paged-list.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import type { DeskEntry } from "../../contract/desk.ts";
import { useText } from "../../i18n/use-text.ts";
import { useKeys, useKeysDialog } from "./keys.tsx";
import { keyOfEntry, queueQuery } from "./queue.ts";
import { UndoBar } from "./undo-bar.tsx";
import { useDesk } from "./use-desk.ts";
import styles from "./work.module.css";

export const workPath = ({ kind, id }: Pick<DeskEntry, "kind" | "id">, search: string): string =>
  kind === "hand-in" ? handInPath(id, search) : deskMessagePath(id, search);

/**
 * The entry of a list after or before another one. At the end of a page the next page is fetched.
 * @param key that of the present entry; the list may not have it
 * @param isFree what the search stops at; absent: at every entry
 */
const neighbour = async (
  list: PagedList<DeskEntry>,
  key: string,
  by: 1 | -1,
  isFree: (entry: DeskEntry) => boolean = () => true,
): Promise<DeskEntry | null> => {
  if (!list.state.value) await list.load();
  const entries = () => (list.state.value ?? []) as readonly DeskEntry[];
  const start = entries().findIndex((entry) => keyOfEntry(entry) === key);
  for (let at = start + by; at >= 0; at += by) {
    if (at >= entries().length && (list.pages.cursor === null || !(await list.more()))) return null;
    const entry = entries()[at];
    if (!entry) return null;
    if (isFree(entry)) return entry;
  }
  return null;
};

/** The ways from one work to another, in the queue from which it was opened. */
export const useNextWork = (present: Pick<DeskEntry, "kind" | "id">) => {
  const { queue, workCache } = useDesk();
  const personId = personIdOf(useApp());
  const [, navigate] = useLocation();
  const query = queueQuery(useSearch());
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
      if (next?.kind === "hand-in") await workCache.of(next.id).prefetch();
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

interface WorkFrameProps {
  next: NextWork;
  children: ReactNode;
}

/** What is around the work on an entry of the queue: the ways to others, keys, and undoing. */
export const WorkFrame = ({ next, children }: WorkFrameProps) => {
  const text = useText();
  const keys = useKeysDialog();
  useScreenTitle(text("desk.name"));
  useKeys({
    j: () => void next.step(1),
    k: () => void next.step(-1),
  });
  return (
    <main id="content" tabIndex={-1} className={`wrap screen ${styles.screen}`}>
      <nav className={styles.ways} aria-label={text("desk.queue")}>
        <Link href={next.back}>{text("desk.back")}</Link>
        <span>
          <button type="button" aria-keyshortcuts="k" onClick={() => void next.step(-1)}>
            {text("desk.previous")}
          </button>
          <button type="button" aria-keyshortcuts="j" onClick={() => void next.step(1)}>
            {text("desk.next")}
          </button>
          <button type="button" aria-keyshortcuts="?" onClick={keys.open}>
            {text("desk.keys")}
          </button>
        </span>
      </nav>
      {children}
      <UndoBar />
      {keys.dialog}
    </main>
  );
};
