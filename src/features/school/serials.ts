import { proxy } from "valtio/vanilla";
import {
  getSerials,
  postSerial,
  revokeSerial,
  type SentSerial,
} from "../../contract/staff-school.ts";
import type { Send } from "../../transport/transport.ts";

/** What somebody issues. */
export interface NewSerial {
  readonly name: string;
  readonly seats: number;
  readonly courses: string[];
}

/** The serial numbers of the desktop app. */
export const createSerials = (send: Send) => {
  const state = proxy({
    /** Null until they have been fetched. */
    serials: null as readonly SentSerial[] | null,
    /** The keys of the school's courses. */
    courses: [] as readonly string[],
    search: "",
    cursor: null as string | null,
    failed: false,
  });
  /** Counts the searches: the answer to an earlier one is dropped. */
  let latest = 0;

  const load = async (before?: string): Promise<boolean> => {
    latest += 1;
    const mine = latest;
    const { search } = state;
    const answer = await send(getSerials, {
      query: { ...(search && { search }), ...(before !== undefined && { before }) },
    });
    if (mine !== latest) return true;
    state.failed = !answer.ok;
    if (!answer.ok) return false;
    const { serials, courses, cursor } = answer.value;
    const earlier = before === undefined ? [] : (state.serials ?? []);
    Object.assign(state, { serials: [...earlier, ...serials], courses, cursor });
    return true;
  };

  return {
    state,
    load: () => load(),
    more: () => (state.cursor === null ? Promise.resolve(true) : load(state.cursor)),

    async find(search: string): Promise<void> {
      state.search = search;
      await load();
    },

    /** @returns the number; null if it was not issued */
    async issue(body: NewSerial): Promise<string | null> {
      const answer = await send(postSerial, { body });
      if (!answer.ok) return null;
      await load();
      return answer.value.serial;
    },

    async revoke(serial: string): Promise<boolean> {
      const answer = await send(revokeSerial, { params: { serial } });
      if (answer.ok) await load();
      return answer.ok;
    },
  };
};

export type Serials = ReturnType<typeof createSerials>;
