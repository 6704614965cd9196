import type { BaseApp } from "../app-context/app.ts";
import { personIdOf } from "../app-context/person-id.ts";
import { createKept } from "../kept/kept.ts";

/** The dev server and the desktop builds have no worker. */
declare const HAS_WORKER: boolean;

/**
 * Adds what the browser keeps for use without a network. Nothing is kept in development, without https, in
 * a browser without workers, and in a frame of another page: there the school's own page is in charge.
 */
export const withKept = (base: BaseApp): BaseApp => {
  const { serviceWorker } = navigator;
  if (!HAS_WORKER || !serviceWorker || !window.caches || self !== top) return base;
  const person = { personId: personIdOf(base), token: base.session.state.token };
  const kept = createKept({
    school: base.school,
    isServed: serviceWorker.controller !== null,
    async open() {
      const { openWebKept } = await import(/* webpackChunkName: "kept" */ "./open-web-kept.ts");
      return openWebKept(base, person);
    },
  });
  return { ...base, transport: kept.transport, kept };
};
