import { hex } from "../../lib/hex.ts";
import type { Connectivity, KeyValue, Machine } from "../ports.ts";

/** The browser's storage; in a frame of another site Firefox may allow that of the tab alone. */
export const storageArea = (): Storage => {
  try {
    return localStorage;
  } catch {
    return sessionStorage;
  }
};

/** The browser's storage. If it is forbidden, values last as long as the page. */
const webStorage = (): KeyValue => {
  const spare = new Map<string, string>();
  return {
    get(key) {
      try {
        return storageArea().getItem(key) ?? spare.get(key) ?? null;
      } catch {
        return spare.get(key) ?? null;
      }
    },
    set(key, value) {
      try {
        storageArea().setItem(key, value);
        spare.delete(key);
        return true;
      } catch {
        spare.set(key, value);
        return false;
      }
    },
    remove(key) {
      spare.delete(key);
      try {
        storageArea().removeItem(key);
      } catch {
        // Forbidden storage holds nothing to remove.
      }
    },
  };
};

const browserConnectivity: Connectivity = {
  isOnline: () => navigator.onLine,
  subscribe(listener) {
    const tell = () => listener(navigator.onLine);
    addEventListener("online", tell);
    addEventListener("offline", tell);
    return () => {
      removeEventListener("online", tell);
      removeEventListener("offline", tell);
    };
  },
};

/** The browser as a machine. Hashing needs a secure context: https, or localhost. */
export const createWebMachine = (): Machine => ({
  storage: webStorage(),
  connectivity: browserConnectivity,
  now: Date.now,
  zone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  randomHex: (bytes) => hex(crypto.getRandomValues(new Uint8Array(bytes))),
  sha256: async (text) =>
    hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))),
});
