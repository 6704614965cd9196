import { subscribeKey } from "valtio/utils";
import type { BaseApp } from "../app-context/app.ts";
import type { Id } from "../contract/wire.ts";
import { openKept } from "../kept/open-kept.ts";
import { hex } from "../lib/hex.ts";
import { createAppWorker, createWebInstaller, webRoom } from "../platform/web/web-app.ts";
import { webTabs } from "../platform/web/web-tabs.ts";
import { followIcon } from "./follow-icon.ts";
import { createNewsLocale } from "./news-locale.ts";

/** Whether the browser says that the person saves data. */
const isMetered = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The first screen comes before what a slow phone takes a tenth of a second for: to tell its time zone. */
const TELL_AFTER_MS = 2_000;

/**
 * Opens what this browser keeps for the signed-in person.
 * @param parallel the largest number of files that are downloaded at the same time
 */
export const openWebKept = (
  base: BaseApp,
  { personId, token, organisation }: { personId: Id; token: string | null; organisation: Id },
  parallel: number,
) => {
  const { machine, school, language } = base;
  // Here and not before the sign-in form, which has a page with the right icon at the first visit.
  followIcon(base.organisation, machine.storage);
  // Another tab may have signed out, or somebody else in.
  const isSignedIn = () => Boolean(token && machine.storage.get("session.v1")?.includes(token));
  const tellLocale = createNewsLocale(school.send, machine.storage, personId);
  const tell = (code: string) => void (isSignedIn() && tellLocale(code, machine.zone()));
  setTimeout(() => tell(language.state.language), TELL_AFTER_MS);
  subscribeKey(language.state, "language", tell);
  return openKept({
    school,
    caches,
    personId,
    worker: createAppWorker(navigator.serviceWorker),
    installer: createWebInstaller(organisation),
    tabs: webTabs,
    room: webRoom,
    // With the choice of when news comes, which alone needs it.
    openPush: async () =>
      (await import(/* webpackChunkName: "news" */ "../platform/web/web-push.ts")).openWebPush(),
    isMetered: isMetered(),
    parallel,
    now: machine.now,
    sha256OfBytes: async (bytes) =>
      hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))),
    isSignedIn,
  });
};
