import { proxy } from "valtio/vanilla";
import type { BaseApp } from "../../app-context/app.ts";
import {
  finishOpenId,
  OPENID_CODE,
  OPENID_ERROR,
  OPENID_ERRORS,
  type OpenIdError,
  startOpenId,
} from "../../contract/openid.ts";
import { connectionAlert, type FailureAlert, signInAlerts } from "../../core/failure-alerts.ts";
import { type FailureTable, matchFailure } from "../../core/match-failure.ts";
import { formatAddress } from "../../lib/format-address.ts";
import { sleepFor } from "../../lib/sleep-for.ts";

const failed = (why: OpenIdError | "no-window") =>
  ({ tone: "error", title: "failure.title", text: `openid.${why}`, seconds: 15 }) as const;

const EXCHANGE_ALERTS = {
  429: failed("throttled"),
  refused: failed("invalid"),
  else: connectionAlert,
} as const satisfies FailureTable<never, FailureAlert>;

/** The app's secret, while the person is at the provider's form. */
const SECRET = "openid.v1";

/** How often the desktop app asks the school whether the browser is done. */
const ASK_MS = 1500;
/** As long as the school keeps a sign-in under way. */
const GIVE_UP_MS = 10 * 60_000;

/** What stands after the `#` of the page that the browser comes back to. */
interface CameBack {
  readonly code: string | null;
  readonly error: string | null;
}

const readHash = (): CameBack => {
  const given = new URLSearchParams(location.hash.slice(1));
  return { code: given.get(OPENID_CODE), error: given.get(OPENID_ERROR) };
};

type Dependencies = Pick<
  BaseApp,
  "session" | "alerts" | "language" | "machine" | "school" | "desktop"
>;

/**
 * Signs in with the school's own accounts. `contract/openid.ts` says how.
 *
 * - A page leads to the provider, and finds the code in its own address afterwards.
 * - In a frame the provider's form has a window of its own, as providers refuse frames. The app in that
 *   window tells this one the code.
 * - The desktop app leaves the form to the system's browser, and serves the page to which it comes back.
 *   The runtime tells the app of no request to its server, so that page hands the code to the school, and
 *   the app asks the school. A code on another machine's address is worth nothing.
 */
export const createOpenId = ({
  session,
  alerts,
  language,
  machine,
  school,
  desktop,
}: Dependencies) => {
  const state = proxy({ busy: false, waiting: false });
  /** The attempt that waits for a browser or a window. */
  let waiting = new AbortController();

  const exchange = async (secret: string, code: string | null): Promise<"pending" | "over"> => {
    const sessionId = desktop ? null : machine.randomHex(32);
    const answer = await school.send(finishOpenId, { body: { secret, code, sessionId } });
    if (answer.ok) {
      const { session: started } = answer.value;
      if (started === null) return "pending";
      if (!session.accept(started, sessionId).ok) alerts.show(signInAlerts.expired);
      return "over";
    }
    const alert = matchFailure(answer.failure, EXCHANGE_ALERTS);
    // The desktop app asks again.
    if (alert === connectionAlert && code === null) return "pending";
    alerts.show(alert);
    return "over";
  };

  const finish = async (secret: string | null, { code, error }: CameBack): Promise<void> => {
    if (secret === null || code === null) {
      const known = OPENID_ERRORS.find((name) => name === error);
      alerts.show(failed(known ?? "invalid"));
      return;
    }
    state.busy = true;
    await exchange(secret, code);
    state.busy = false;
  };

  const addressOf = async (secret: string, back: string): Promise<string> => {
    const query = {
      challenge: await machine.sha256(secret),
      back,
      language: language.state.language,
    };
    return school.base + formatAddress({ path: startOpenId.path, query });
  };

  const stop = () => {
    waiting.abort();
    state.waiting = false;
  };

  /** Ends an earlier attempt. @returns the signal that ends this one */
  const startWaiting = (): AbortSignal => {
    stop();
    waiting = new AbortController();
    return waiting.signal;
  };

  const startInWindow = async (secret: string): Promise<void> => {
    // Only a click may open a window, so it is opened before the address is known.
    const form = open("", "_blank");
    if (!form) {
      alerts.show(failed("no-window"));
      return;
    }
    const signal = startWaiting();
    const onMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== form || !data?.openid) return;
      stop();
      void finish(secret, data.openid);
    };
    addEventListener("message", onMessage, { signal });
    form.location.replace(new URL(await addressOf(secret, location.href), location.href));
  };

  const startInBrowser = async (
    { machine: computer, hybrid }: NonNullable<Dependencies["desktop"]>,
    secret: string,
  ): Promise<void> => {
    const signal = startWaiting();
    const page = await hybrid?.serveSignIn(language.state.language);
    if (!page) {
      alerts.show(failed("away"));
      return;
    }
    if (signal.aborted) return page.stop();
    signal.addEventListener("abort", page.stop);
    open(await addressOf(secret, page.address));
    state.waiting = true;
    const until = machine.now() + GIVE_UP_MS;
    for (;;) {
      await sleepFor(ASK_MS, signal);
      if (signal.aborted) return;
      const isOver = (await exchange(secret, null)) === "over";
      if (isOver) void computer.window.bringToFront();
      if (isOver || machine.now() >= until) break;
    }
    if (!signal.aborted) stop();
  };

  return {
    state,

    async start(): Promise<void> {
      if (state.busy) return;
      const secret = machine.randomHex(32);
      if (desktop) return startInBrowser(desktop, secret);
      if (self !== top) return startInWindow(secret);
      machine.storage.set(SECRET, secret);
      location.assign(await addressOf(secret, location.href));
    },

    /** Signs in if the browser has just come back from the provider, or says why not. */
    async comeBack(): Promise<void> {
      const given = readHash();
      if (given.code === null && given.error === null) return;
      // The code is not to be in the history.
      history.replaceState(history.state, "", location.pathname + location.search);
      const secret = machine.storage.get(SECRET);
      machine.storage.remove(SECRET);
      if (secret === null && opener) {
        opener.postMessage({ openid: given }, location.origin);
        close();
      }
      await finish(secret, given);
    },

    /** Waits for the browser no longer. */
    stop,
  };
};
