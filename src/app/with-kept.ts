import type { BaseApp } from "../app-context/app.ts";
import { personIdOf } from "../app-context/person-id.ts";
import { createKept } from "../kept/kept.ts";

/** The dev server and the desktop builds have no worker. */
declare const HAS_WORKER: boolean;

/**
 * Whether the browser may keep something for use without a network. Nothing is kept in development, without
 * https, in a browser without workers, and in a frame: there the page around it is in charge.
 */
export const mayKeep = (): boolean =>
  HAS_WORKER && "serviceWorker" in navigator && "caches" in window && self === top;

/**
 * Adds what the browser keeps for use without a network.
 * @param parallel the largest number of files that are downloaded at the same time
 */
export const withKept = (base: BaseApp, parallel: number): BaseApp => {
  if (!mayKeep()) return base;
  const { token, user } = base.session.state;
  const organisation = user?.org_id ?? base.organisation.defaultId;
  const person = { personId: personIdOf(base), token, organisation };
  const kept = createKept({
    school: base.school,
    isServed: navigator.serviceWorker.controller !== null,
    async open() {
      // With the small screens of what is kept, and nothing else: a kept lesson waits for it.
      const { openWebKept } = await import(
        /* webpackChunkName: "on-device" */ "./open-web-kept.ts"
      );
      return openWebKept(base, person, parallel);
    },
  });
  return { ...base, transport: kept.transport, kept };
};
