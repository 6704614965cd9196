import type { KeyValue } from "../ports.ts";

/** As long as the school keeps an unused session. */
const LIFE_SECONDS = 60 * 86_400;

const write = (key: string, value: string, seconds: number): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the other interface to cookies is not in every browser
  document.cookie = `${key}=${encodeURIComponent(value)}; Path=/tls/; Max-Age=${seconds}; Secure; SameSite=None; Partitioned`;
};

/**
 * Cookies of the app's page in a frame of another site, for the little that a reload needs where the browser
 * refuses the frame its storage. A browser keeps them for each site that shows the frame, and over HTTPS alone.
 */
export const frameCookies: KeyValue = {
  get(key) {
    const entry = document.cookie.split("; ").find((each) => each.startsWith(`${key}=`));
    try {
      return entry === undefined ? null : decodeURIComponent(entry.slice(key.length + 1));
    } catch {
      // Nothing that the app has written.
      return null;
    }
  },
  set(key, value) {
    write(key, value, LIFE_SECONDS);
    return frameCookies.get(key) === value;
  },
  remove: (key) => write(key, "", 0),
};
