import { proxy } from "valtio/vanilla";
import { getStaffJob, jobEvent, type StaffJob, stopStaffJob } from "../../contract/staff-jobs.ts";
import type { Id } from "../../contract/wire.ts";
import { parseJson } from "../../lib/parse-json.ts";
import type { Transport } from "../../transport/transport.ts";

/** How often the school is asked where its events cannot be received. */
const ASK_MS = 2000;

/** The part of an `EventSource` that is used. */
export type Events = Pick<EventSource, "onmessage" | "onerror" | "readyState" | "close">;

interface JobOptions extends Pick<Transport, "send" | "base"> {
  id: Id;
  /** Opens a stream of events; null where the browser has none. */
  openEvents?: ((address: string) => Events) | null;
  saveFile?: (address: string) => void;
}

/** The value of `readyState` once the browser no longer tries. */
const CLOSED = 2;

const browserEvents =
  typeof EventSource === "undefined" ? null : (address: string) => new EventSource(address);

const saveInBrowser = (href: string): void =>
  Object.assign(document.createElement("a"), { href, download: "" }).click();

/** Whether a job has ended, in whatever way. */
export const hasEnded = ({ state }: Pick<StaffJob, "state">): boolean =>
  state !== "waiting" && state !== "running";

/**
 * A job of the school, followed while somebody looks at it. Progress comes as events, and by asking where they
 * cannot be received.
 */
export const createJob = ({
  send,
  base,
  id,
  openEvents = browserEvents,
  saveFile = saveInBrowser,
}: JobOptions) => {
  const state = proxy({
    /** Null until the school has answered. */
    job: null as StaffJob | null,
    /** JSON: what came of it; empty until it has ended. */
    result: "",
    /** The address of the file that it has made; empty if it has made none. */
    file: "",
    failure: null as "not-fetched" | "not-found" | null,
    /** Whether somebody here has asked it to stop. */
    isStopping: false,
    /** Whether that could not be asked. */
    isNotStopped: false,
  });
  const params = { id };

  /** @returns the address of its events; null if nothing more is to come */
  const fetch = async (): Promise<string | null> => {
    const answer = await send(getStaffJob, { params });
    if (!answer.ok) {
      const { failure } = answer;
      const isGone = failure.kind === "refused" && [403, 404].includes(failure.status);
      state.failure = isGone ? "not-found" : "not-fetched";
      // The network may come back.
      return isGone ? null : "";
    }
    const { job, result, events, file } = answer.value;
    Object.assign(state, { job, result, failure: null, file: file && base + file });
    return hasEnded(job) ? null : events;
  };

  return {
    state,

    /** Follows the job until it has ended. @returns a function that ends that */
    follow(): () => void {
      let isOver = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let events: Events | null = null;
      const ask = async (): Promise<void> => {
        const address = await fetch();
        if (isOver || address === null) return;
        if (address && openEvents && !events) listen(address);
        else timer = setTimeout(ask, ASK_MS);
      };
      const askInstead = (): void => {
        events?.close();
        events = null;
        clearTimeout(timer);
        timer = setTimeout(ask, ASK_MS);
      };
      const listen = (address: string): void => {
        events = openEvents?.(base + address) ?? null;
        if (!events) return;
        events.onmessage = ({ data }) => {
          const job = parseJson(String(data), jobEvent);
          if (!job) return;
          state.job = job;
          if (!hasEnded(job)) return;
          events?.close();
          events = null;
          void ask();
        };
        events.onerror = () => {
          // Otherwise the browser opens it again by itself.
          if (events?.readyState === CLOSED) askInstead();
        };
      };
      void ask();
      return () => {
        isOver = true;
        clearTimeout(timer);
        events?.close();
      };
    },

    /**
     * Saves the file that it has made. Its address ends with the session and after some hours, and the browser would
     * save the refusal then, so it is asked for anew.
     */
    async save(): Promise<void> {
      await fetch();
      if (state.failure === null && state.file) saveFile(state.file);
    },

    /** Asks the job to stop, which may take a moment. */
    async stop(): Promise<void> {
      if (state.isStopping) return;
      Object.assign(state, { isStopping: true, isNotStopped: false });
      const answer = await send(stopStaffJob, { params });
      if (answer.ok) state.job = answer.value.job;
      else Object.assign(state, { isStopping: false, isNotStopped: true });
    },
  };
};

export type Job = ReturnType<typeof createJob>;
