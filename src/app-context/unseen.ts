import { proxy, ref } from "valtio/vanilla";
import type { Unseen } from "../contract/unseen.ts";
import type { Id } from "../contract/wire.ts";
import type { App } from "./app.ts";
import { serviceOf } from "./service.ts";

const NOTHING: Unseen = { answers: [], messages: 0, desk: null };

const create = () => {
  const state = proxy({
    known: ref(NOTHING),
    /** The lessons that are proposed for today and not completed. */
    lessons: 0,
    changes: 0,
    isAsked: false,
  });
  /** Fetches the inbox again; null while no screen has one. */
  let loadInbox: (() => Promise<void>) | null = null;
  /** The number of unread messages that the school sent last. */
  let last = -1;
  const change = (known: Partial<Unseen>): void => {
    state.changes += 1;
    state.known = ref({ ...state.known, ...known });
  };
  return {
    /**
     * `changes` counts what the person has seen here: an answer of the school from before does not know it.
     * `isAsked`: the school has been asked once, whether it has answered or not.
     */
    state,

    /** Call it with what the school says. */
    async show(known: Unseen): Promise<void> {
      const isOther = known.messages !== last && known.messages !== state.known.messages;
      last = known.messages;
      state.known = ref(loadInbox ? { ...known, messages: state.known.messages } : known);
      if (isOther) await loadInbox?.();
    },

    /** Call it with the number of lessons that are left for today. */
    showLessons(lessons: number): void {
      state.lessons = lessons;
    },

    /** Call it when the person has seen the answers to an assignment. */
    seen: (assignment: Id): void =>
      change({ answers: state.known.answers.filter(({ id }) => id !== assignment) }),

    /**
     * Call it when there is an inbox. From then on the number of unread messages is that of the inbox, which is
     * fetched again when the school has another one.
     */
    follow(load: () => Promise<void>): void {
      loadInbox = load;
    },

    /** Call it when the inbox has changed. */
    showUnread: (messages: number): void => change({ messages }),
  };
};

/**
 * What is new for the signed-in person. `features/unseen` asks the school for it, and several features show it.
 */
export const unseenOf = (app: App) => serviceOf(app, create);

export type UnseenNews = ReturnType<typeof unseenOf>;
