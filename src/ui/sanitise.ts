import { hasSanitiser, type Sanitise, sanitiseNatively } from "../lib/sanitise-natively.ts";

let prepared: Sanitise | undefined = hasSanitiser() ? sanitiseNatively : undefined;

/** Loads the app's own sanitiser in a browser without the Sanitizer API. Await it before calling `sanitise`. */
export const prepareSanitiser = async (): Promise<void> => {
  prepared ??= (await import(/* webpackChunkName: "sanitise" */ "./sanitise-by-copy.ts")).sanitise;
};

/**
 * Turns lesson HTML, which is untrusted input, into a harmless fragment. Removes scripts, styles,
 * forms, frames, event handlers and addresses. Keeps the attributes that name an asset, a lesson or
 * a term.
 * @returns null if a browser would need seconds for it, because of its size or depth
 * @throws Error when `prepareSanitiser` has not resolved yet
 */
export const sanitise: Sanitise = (html) => {
  if (!prepared) throw new Error("the sanitiser has not been prepared");
  return prepared(html);
};
