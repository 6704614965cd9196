import { proxy } from "valtio/vanilla";
import type { Call } from "../contract/call.ts";
import type { RequestOptions } from "../core/call-results.ts";
import type { SessionEnd } from "../core/session.ts";
import type { Address } from "../lib/format-address.ts";
import type { NewerVersion } from "../platform/ports.ts";
import type { Prefetch, Transport } from "../transport/transport.ts";
import type { KeptServices } from "./open-kept.ts";

/** The first screen and its pictures have the line to themselves for so long. */
const START_AFTER_MS = 2_000;
/** At most so many answers wait until the store is open. */
const MAX_EARLY = 200;

interface KeptOptions {
  /** Sends every call to the school. */
  school: Transport;
  /** Whether the worker has provided this page. */
  isServed: boolean;
  /** Loads the code, and opens the store of the signed-in account. */
  open: () => Promise<KeptServices>;
}

/**
 * What the browser keeps of the school for the signed-in person, so that the web app works without a
 * network. Where the worker does not start, nothing is kept and everything is as without it. The code
 * for it is loaded after the first screen; until then this notes what the school answers.
 */
export const createKept = ({ school, isServed, open }: KeptOptions) => {
  const state = proxy({
    /** Whether answers are kept, and the app starts without a network. */
    isOn: false,
    newer: null as NewerVersion | null,
    canInstall: false,
  });
  let services: KeptServices | null = null;
  let early: [call: Call, request: RequestOptions, value: unknown][] | null = [];
  let opening: Promise<void> | null = null;

  const openServices = (): Promise<void> => {
    opening ??= open().then(
      async (opened) => {
        const noted = early;
        early = null;
        if (!noted) return;
        services = opened;
        for (const answer of noted) await opened.school.keep(...answer);
      },
      () => undefined,
    );
    return opening;
  };

  // A page from the cache shows answers from the store as well: its first screen waits for them. An
  // effect would start too late, after those of the screens.
  if (isServed) void openServices();

  const ask =
    (name: "send" | "sendForBytes") =>
    async (call: Call, request: RequestOptions = {}) => {
      if (isServed) await opening;
      const from = services?.school ?? school;
      const answer = await (from[name] as Transport["send"])(call, request);
      if (answer.ok && early && early.length < MAX_EARLY && call.method === "GET") {
        early.push([call, request, answer.value]);
      }
      return answer;
    };

  const transport: Transport = {
    base: school.base,
    send: ask("send") as Transport["send"],
    sendForBytes: ask("sendForBytes") as Transport["sendForBytes"],
    prefetch: (async (address: Address) => {
      if (isServed) await opening;
      if (!(await services?.school.has(address))) school.prefetch(address as never);
    }) as Prefetch,
    assetAddress: async (product, title) =>
      (await services?.school.assetAddress(product, title)) ?? null,
  };

  const drop = async (isAll: boolean): Promise<void> => {
    early = null;
    const opened = services ?? (await open().catch(() => null));
    services = null;
    await opened?.close(isAll);
  };

  return {
    state,
    transport,

    /** The services of the store; null while it is not open. */
    services: (): KeptServices | null => services,

    /**
     * Starts the worker once the first screen is there.
     * @param language the interface language at that time
     */
    start(language: () => string): () => void {
      const timer = setTimeout(async () => {
        await openServices();
        const isStarted = await services?.startWorker(
          language(),
          (newer) => {
            state.newer = newer;
          },
          () => {
            state.canInstall = true;
          },
        );
        if (isStarted) state.isOn = services !== null;
        else if (services) await drop(true);
      }, START_AFTER_MS);
      return () => clearTimeout(timer);
    },

    /**
     * Ends the session. Whoever signs out leaves nothing on this machine. Where the session ended in
     * another way, the content stays for the same person; somebody else's sign-in deletes it.
     */
    end: (why: SessionEnd): Promise<void> => drop(why === "logged-out"),
  };
};

export type Kept = ReturnType<typeof createKept>;
