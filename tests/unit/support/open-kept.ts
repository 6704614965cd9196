import { createHash } from "node:crypto";
import { openKept } from "../../../src/kept/open-kept.ts";
import { createMemoryCaches } from "../../../src/platform/memory/memory-caches.ts";
import type { AppWorker, DevicePush } from "../../../src/platform/ports.ts";
import { type openApp, openSignedIn } from "./open-app.ts";

interface StoreOptions {
  caches?: ReturnType<typeof createMemoryCaches>;
  /** Whether the browser lets the worker start. */
  workerStarts?: boolean;
  /** The notifications of the device; null, as where it is absent: the browser has none. */
  push?: DevicePush | null;
  /** How many files are downloaded at the same time at most. */
  parallel?: number;
}

/** What the browser keeps, in memory, for the person who is signed in to an app. */
export const openStoreOf = async (
  { app, machine, session }: ReturnType<typeof openApp>,
  {
    caches = createMemoryCaches(),
    workerStarts = true,
    push = null,
    parallel = 20,
  }: StoreOptions = {},
) => {
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
    ...{ now: machine.now, personId: session.state.user?.id ?? 0, isMetered: false, parallel },
    openPush: async () => push,
    sha256OfBytes: async (bytes) =>
      createHash("sha256").update(new Uint8Array(bytes)).digest("hex"),
    isSignedIn: () => Boolean(token && machine.storage.get("session.v1")?.includes(token)),
  });
  return { services: kept, caches, told, room };
};

/** The same for a person who signs in to the small school. */
export const openStore = async (
  username = "dana",
  {
    caches,
    workerStarts,
    parallel,
    ...options
  }: Parameters<typeof openSignedIn>[1] & StoreOptions = {},
) => {
  const signedIn = await openSignedIn(username, options);
  const opened = await openStoreOf(signedIn, { caches, workerStarts, parallel });
  const { school } = signedIn;
  const { services } = opened;
  return { ...signedIn, ...services, ...opened, school, fromStore: services.school };
};
