import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import { CacheFirst } from "workbox-strategies/CacheFirst.js";
import { shellLock } from "../lib/browser-names.ts";
import { isHashed, type ShellFile, type ShellFiles } from "./shell-files.ts";
import { wholeAnswers } from "./whole-answers.ts";

/** Its number changes when an older worker could not read the cache any more. */
const CACHE = "app.v1";
/** The names of the caches of any version of this worker. */
const ANY_CACHE = /^app\.v(\d+)$/;

const LOCKS = shellLock("");
/** The interface texts of a language that are needed first. */
const TEXTS = /^\/tls\/inside-([a-z]{2})\.[\da-f]{8}\.json$/;

/** A file without a hash in its name is another one after each change. */
const asEntry = ([url, integrity]: ShellFile) => ({
  url,
  integrity,
  revision: isHashed(url) ? null : integrity,
});

/**
 * The files of the app in the browser's cache. Those of two versions are side by side while tabs of
 * both are open.
 */
export const createShell = (
  { version, page, files, texts }: ShellFiles,
  registration: ServiceWorkerRegistration,
) => {
  const controller = new PrecacheController({ cacheName: CACHE, plugins: [wholeAnswers] });
  controller.addToCacheList(files.map(asEntry));
  const other = new CacheFirst({ cacheName: CACHE, plugins: [wholeAnswers] });

  const textsOf = (language: string): readonly ShellFile[] =>
    Object.hasOwn(texts, language) ? (texts[language] ?? []) : [];

  /** The languages whose texts have been used on this machine. */
  const usedLanguages = async (): Promise<string[]> => {
    const kept = await (await caches.open(CACHE)).keys();
    return [...new Set(kept.flatMap(({ url }) => TEXTS.exec(new URL(url).pathname)?.[1] ?? []))];
  };

  /** Another version whose page is open in some tab. */
  const isOtherInUse = async (): Promise<boolean> => {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name = "" }) => name.startsWith(LOCKS) && name !== shellLock(version));
  };

  /** A file of this version, from the cache if it is whole there. */
  const file = (url: string, event: ExtendableEvent): Promise<Response> => {
    const cacheKey = controller.getCacheKeyForURL(url);
    const integrity = cacheKey && controller.getIntegrityForCacheKey(cacheKey);
    const params = { cacheKey, integrity };
    return controller.strategy.handle({ request: new Request(url), event, params });
  };

  return {
    /** Fetches every file that is not there yet. Rejects if one has another content. */
    async install(event: ExtendableEvent): Promise<void> {
      for (const language of await usedLanguages()) {
        controller.addToCacheList(textsOf(language).map(asEntry));
      }
      await controller.install(event);
    },

    /**
     * Deletes what only older versions need, unless a tab still shows one of them. A newer version that
     * waits has no tab yet, and its files stay.
     */
    async cleanUp(event: ExtendableEvent): Promise<void> {
      if (registration.installing || registration.waiting || (await isOtherInUse())) return;
      for (const language of Object.keys(texts)) {
        controller.addToCacheList(textsOf(language).map(asEntry));
      }
      await controller.activate(event);
      const [, own = ""] = ANY_CACHE.exec(CACHE) ?? [];
      for (const name of await caches.keys()) {
        const [, number] = ANY_CACHE.exec(name) ?? [];
        if (number !== undefined && Number(number) < Number(own)) await caches.delete(name);
      }
    },

    /** Keeps the interface texts of a language. */
    async keepTexts(language: string): Promise<void> {
      const cache = await caches.open(CACHE);
      for (const [url, integrity] of textsOf(language)) {
        if (await cache.match(url)) continue;
        const request = new Request(url, { integrity });
        const response = await fetch(request).catch(() => null);
        const stored = response && (await wholeAnswers.cacheWillUpdate?.({ request, response }));
        if (stored) await cache.put(url, stored);
      }
    },

    /** Whether a file of this version has that address. */
    has: (url: URL): boolean => controller.getCacheKeyForURL(url.href) !== undefined,

    file,

    /** The page itself. Where it is damaged here and newer at the school, the newer one. */
    page: (request: Request, event: ExtendableEvent): Promise<Response> =>
      file(page, event).catch(() => fetch(request)),

    /** A file with a hash in its name, of any version or language. */
    hashedFile: (request: Request, event: ExtendableEvent): Promise<Response> =>
      other.handle({ request, event }),
  };
};
