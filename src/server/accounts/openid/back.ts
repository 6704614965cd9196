import type { AllowedSites } from "../../school/sites.ts";

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1):\d{1,5}$/;

/**
 * A browser drops a cookie of more than 4,096 bytes. It holds this address and 700 bytes of other
 * data.
 */
const MAX_BYTES = 2000;

/**
 * The page to which a browser returns from the provider: the app at the school, at one of the
 * school's own sites, or on the person's own machine (RFC 8252). Any other address would be an open
 * redirect.
 * @returns null for another address
 */
export const readBack = (
  text: string,
  publicUrl: string,
  sites: Pick<AllowedSites, "has">,
): string | null => {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return null;
  url.hash = "";
  // The address is ASCII; other letters are encoded.
  if (url.href.length > MAX_BYTES) return null;
  const { origin } = url;
  const isOwn = origin === new URL(publicUrl).origin || sites.has(origin);
  return isOwn || LOOPBACK.test(origin) ? url.href : null;
};
