import type { PagedList } from "../../app-context/paged-list.ts";
import type { DeskEntry } from "../../contract/desk.ts";
import type { Id } from "../../contract/wire.ts";
import { keyOfEntry } from "./queue.ts";
import { createWork, type Work, type WorkOptions } from "./work.ts";

/** The works that stay in memory with their files: the present one, its neighbours, and the last. */
const KEPT = 4;

/** The works on hand-ins. The ones that were used last are kept. */
export const createWorks = (options: WorkOptions) => {
  const works = new Map<Id, Work>();
  return {
    of(id: Id): Work {
      const work = works.get(id) ?? createWork(options, id);
      works.delete(id);
      works.set(id, work);
      for (const old of [...works.keys()]) {
        if (works.size <= KEPT) break;
        const { busy, voice } = works.get(old)?.state ?? {};
        // A recording is nowhere else.
        if (!busy && !voice) works.delete(old);
      }
      return work;
    },
  };
};

export type Works = ReturnType<typeof createWorks>;

/**
 * The entry of a list after or before another one. At the end of a page the next page is fetched.
 * @param key that of the present entry; the list may not have it
 * @param isFree what the search stops at; absent: at every entry
 */
export const neighbour = async (
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
