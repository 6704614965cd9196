import { isIP } from "node:net";

/** Names that belong to a machine or to a network of one's own. */
const INTERNAL =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/**
 * Whether the school sends notifications to this address: HTTPS on the usual port, at a name that can be
 * one of the internet. A browser's own service has such an address. Where the name leads is looked at when
 * the school connects; see `public-lookup.ts`.
 */
export const isPushEndpoint = (text: string): boolean => {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" || url.port !== "" || url.username || url.password) return false;
  // Other ways to write a number, such as 0x7f.1, have become one by now.
  const host = url.hostname.replace(/\.$/, "");
  if (isIP(host.replace(/^\[|\]$/g, "")) !== 0) return false;
  return host.includes(".") && !INTERNAL.test(host);
};
