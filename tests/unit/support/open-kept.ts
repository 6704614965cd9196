import { createHash } from "node:crypto";
import { openKept } from "../../../src/kept/open-kept.ts";
import { createMemoryCaches } from "../../../src/platform/memory/memory-caches.ts";
import type { AppWorker } from "../../../src/platform/ports.ts";
import { openSignedIn } from "./open-app.ts";

/** What the browser keeps for a signed-in person, in memory, on the small school. */
export const openStore = async (
  username = "dana",
  {
    caches = createMemoryCaches(),
    workerStarts = true,
    ...options
  }: Parameters<typeof openSignedIn>[1] & {
    caches?: ReturnType<typeof createMemoryCaches>;
    /** Whether the browser lets the worker start. */
    workerStarts?: boolean;
  } = {},
) => {
  const signedIn = await openSignedIn(username, options);
  const { app, machine, session, school } = signedIn;
  const told: unknown[] = [];
  const worker: AppWorker = {
    start: async () => workerStarts,
    look: () => undefined,
    onNewer: () => () => undefined,
    useNewer: () => undefined,
    tell: (message) => void told.push(message),
  };
  /** The room that the browser tells of; null: it does not tell. */
  const room = { bytes: null as number | null };
  const { token } = session.state;
  const kept = await openKept({
    school: app.school,
    caches,
    worker,
    installer: { start: () => undefined, install: () => undefined },
    tabs: machine.tabs,
    room: { free: async () => room.bytes, persist: async () => undefined },
    now: machine.now,
    personId: session.state.user?.id ?? 0,
    isMetered: false,
    sha256OfBytes: async (bytes) =>
      createHash("sha256").update(new Uint8Array(bytes)).digest("hex"),
    isSignedIn: () => Boolean(token && machine.storage.get("session.v1")?.includes(token)),
  });
  const count = (call: string) => school.count(call);
  return {
    ...signedIn,
    ...kept,
    services: kept,
    school,
    fromStore: kept.school,
    caches,
    told,
    room,
    count,
  };
};
