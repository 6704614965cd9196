/** Where the app is. The router takes notice of the browser's own calls, too. */
export const BASE = "/tls";

/** The events with which a browser, and the router, report another address. */
const MOVES = ["popstate", "pushState", "replaceState"];

/** The address in the app, such as `/lessons/PM/PMB`. */
export const place = (): string => location.pathname.slice(BASE.length) + location.search;

/** Calls back after each change of the address. */
export const onMove = (listener: () => void): void => {
  for (const move of MOVES) addEventListener(move, listener);
};
