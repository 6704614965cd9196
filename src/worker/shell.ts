import { CacheFirst } from "workbox-strategies/CacheFirst.js";
import { shellLock } from "../lib/browser-names.ts";
import {
  isHashed,
  isScreen,
  isWhole,
  languageOf,
  type ShellFiles,
  toStored,
} from "./shell-files.ts";

/** Changes when an older worker could not read the cache any more. */
const NUMBER = 1;
const CACHE = `app.v${NUMBER}`;
/** The names of the caches of any version of this worker. */
const ANY_CACHE = /^app\.v(\d+)$/;

const LOCKS = shellLock("");

/**
 * The files of the app in the browser's cache. Those of two versions are side by side while tabs of
 * both are open.
 */
export const createShell = (
  { version, files }: ShellFiles,
  registration: ServiceWorkerRegistration,
) => {
  const { scope } = registration;
  /** The addresses in the cache, by the addresses at the school. */
  const keys = new Map(files.map((name) => [scope + name.split("?")[0], scope + name]));

  /** The address in the cache of what is asked for; undefined if only the school has it. */
  const keyOf = ({ destination, mode, url }: Request): string | undefined => {
    const { pathname } = new URL(url);
    // The app in a frame of the school's own page is always asked for at the school.
    if (destination === "document" && isScreen(pathname)) return keys.get(scope);
    // It may be a file of another version or language.
    if (isHashed(pathname)) return url;
    return mode === "navigate" ? undefined : keys.get(url);
  };

  /** Fetches a file unless it is there. Rejects if it has another content. */
  const keep = async ([address, key]: readonly [string, string]): Promise<void> => {
    const cache = await caches.open(CACHE);
    if (await isWhole(key, await cache.match(key))) return;
    // The browser may still have an older file of the same name.
    const answer = await fetch(address, { cache: address === key ? "default" : "reload" });
    const stored = await toStored(key, answer);
    if (!stored) throw new TypeError(key);
    await cache.put(key, stored);
  };

  /** Another version whose page is open in some tab. */
  const isOtherInUse = async (): Promise<boolean> => {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name = "" }) => name.startsWith(LOCKS) && name !== shellLock(version));
  };

  return {
    keyOf,

    /**
     * Gives a file from the cache if it is whole there, and else what the school answers: where the page is
     * damaged here and newer at the school, the newer one. Only a file of that address is stored.
     */
    strategy: new CacheFirst({
      cacheName: CACHE,
      plugins: [
        {
          cacheKeyWillBeUsed: async ({ request }) => keyOf(request) ?? request.url,
          cacheWillUpdate: async ({ request, response }) =>
            toStored(keyOf(request) ?? request.url, response),
          // What is looked at is another answer than the one that is given: a copy would lose the compiled code.
          cachedResponseWillBeUsed: async ({ request: { url }, cachedResponse }) =>
            (await isWhole(url, await caches.match(url, { cacheName: CACHE })))
              ? cachedResponse
              : null,
        },
      ],
    }),

    /**
     * Keeps every file, and the texts of the languages that have been used on this machine. Rejects if one
     * has another content.
     */
    async install(): Promise<void> {
      const kept = await (await caches.open(CACHE)).keys();
      for (const file of keys) {
        const language = languageOf(file[1]);
        // These texts are needed first in every language.
        const first = `/inside-${language}-json.`;
        if (!language || kept.some(({ url }) => url.includes(first))) await keep(file);
      }
    },

    /**
     * Deletes what only older versions need, unless a tab still shows one of them. A newer version that
     * waits has no tab yet, and its files stay.
     */
    async cleanUp(): Promise<void> {
      if (registration.installing || registration.waiting || (await isOtherInUse())) return;
      const present = new Set(keys.values());
      const cache = await caches.open(CACHE);
      for (const request of await cache.keys()) {
        if (!present.has(request.url)) await cache.delete(request);
      }
      for (const name of await caches.keys()) {
        if (Number(ANY_CACHE.exec(name)?.[1]) < NUMBER) await caches.delete(name);
      }
    },

    /** Keeps the interface texts of a language, as many as can be fetched. */
    async keepTexts(language: string): Promise<void> {
      const texts = [...keys].filter(([name]) => languageOf(name) === language);
      await Promise.allSettled(texts.map(keep));
    },
  };
};
