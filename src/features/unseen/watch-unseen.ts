import type { UnseenNews } from "../../app-context/unseen.ts";
import { getUnseen, type Unseen } from "../../contract/unseen.ts";
import type { Id } from "../../contract/wire.ts";
import { statusOf } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";

/** How often an app that is in sight asks. */
export const EVERY_MS = 10_000;

interface WatchOptions {
  send: Send;
  personId: Id;
  language: () => string;
  news: UnseenNews;
  /** Called with what has come since the last answer, not with what was new before. */
  onMore: (more: Unseen) => void;
}

/** What a later answer has that an earlier one does not have. */
const moreIn = (known: Unseen, before: Unseen): Unseen => {
  const old = new Map(before.answers.map(({ id, date }) => [id, date]));
  return {
    ...known,
    answers: known.answers.filter(({ id, date }) => old.get(id) !== date),
    messages: Math.max(0, known.messages - before.messages),
  };
};

/**
 * Asks the school what is new, at once and then every few seconds while the page is in sight. Failures are
 * silent. A school that does not know the call is asked for its messages, when the person comes back or
 * goes to another screen.
 */
export const watchUnseen = ({ send, personId, language, news, onMore }: WatchOptions) => {
  const gone = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isElsewhere = false;
  let last: Unseen | null = null;

  const unread = async (): Promise<Unseen | null> => {
    const { fetchUnread } = await import(/* webpackChunkName: "talk" */ "./unread-elsewhere.ts");
    const messages = await fetchUnread(send, personId);
    return messages === null ? null : { answers: [], messages, desk: null };
  };

  const fetch = async (): Promise<Unseen | null> => {
    if (isElsewhere) return unread();
    const answer = await send(getUnseen, { query: { language: language() }, isQuiet: true });
    if (answer.ok) return answer.value.unseen;
    isElsewhere = statusOf(answer.failure) === 404;
    return isElsewhere ? unread() : null;
  };

  const ask = async (): Promise<void> => {
    clearTimeout(timer);
    if (isAsking || document.visibilityState === "hidden") return;
    isAsking = true;
    const { changes } = news.state;
    // Code that cannot be fetched is no answer either.
    const known = await fetch().catch(() => null);
    isAsking = false;
    if (gone.signal.aborted) return;
    if (!isElsewhere) timer = setTimeout(ask, EVERY_MS);
    news.state.isAsked = true;
    if (!known || changes !== news.state.changes) return;
    const more = last && moreIn(known, last);
    last = known;
    void news.show(known);
    if (more) onMore(more);
  };

  document.addEventListener("visibilitychange", ask, { signal: gone.signal });
  void ask();
  return {
    /** Call it when the person is on another screen. */
    moved: () => void (isElsewhere && ask()),
    stop(): void {
      gone.abort();
      clearTimeout(timer);
    },
  };
};
