import { CacheFirst } from "workbox-strategies/CacheFirst.js";
import { shellLock } from "../lib/browser-names.ts";
import type { ShellFile, ShellFiles } from "./shell-files.ts";
import { unpack } from "./unpack.ts";
import { storable, wholeAnswers } from "./whole-answers.ts";

/** Its number changes when an older worker could not read the cache any more. */
const CACHE = "app.v1";
/** The names of the caches of any version of this worker. */
const ANY_CACHE = /^app\.v(\d+)$/;

const LOCKS = shellLock("");
/** The interface texts of a language that are needed first. */
const TEXTS = /^\/tls\/inside-([a-z]{2})\.[\da-f]{8}\.json$/;

/**
 * The address of a file in the cache. A file without a hash in its name is another one after each
 * change, and those of two versions are side by side.
 */
const keyOf = ([url, digest]: ShellFile): string => (digest ? `${url}?digest=${digest}` : url);

/** The path of a kept file, with the digest that is part of its address. */
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
};

/**
 * The files of the app in the browser's cache. Those of two versions are side by side while tabs of
 * both are open.
 */
export const createShell = (
  { version, page, files, pack, texts }: ShellFiles,
  registration: ServiceWorkerRegistration,
) => {
  const byPath = new Map([...files, ...Object.values(texts).flat()].map((file) => [file[0], file]));
  const digestOf = (path: string): string | undefined => byPath.get(path)?.[1];
  const strategy = new CacheFirst({
    cacheName: CACHE,
    plugins: [
      wholeAnswers(digestOf),
      {
        cacheKeyWillBeUsed: async ({ request }) => {
          const file = byPath.get(pathOf(request.url));
          return file ? keyOf(file) : request;
        },
      },
    ],
  });

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

  /** Keeps a file, unless it is there. Rejects if it cannot be had, or has another content. */
  const keep = async (file: ShellFile, event: ExtendableEvent): Promise<void> => {
    const [url, digest] = file;
    // The browser's own cache may have an older file of the same name.
    const request = new Request(url, { cache: digest ? "reload" : "default" });
    const [, stored] = strategy.handleAll({ request, event });
    await stored;
    const cache = await caches.open(CACHE);
    if (!(await cache.match(keyOf(file)))) throw new Error(`${url} is not what it should be.`);
  };

  /** Keeps the files of the pack, as far as it arrives. */
  const keepPack = async (): Promise<void> => {
    const cache = await caches.open(CACHE);
    const { body } = await fetch(pack, { cache: "no-store", priority: "low" });
    if (!body) return;
    for await (const { name, text } of unpack(body)) {
      const url = `/tls/${name}`;
      if (!byPath.has(url)) continue;
      const type = url.endsWith(".js") ? "text/javascript" : "text/css";
      const answer = new Response(text, { headers: { "content-type": `${type}; charset=utf-8` } });
      const stored = await storable(url, answer);
      if (stored) await cache.put(url, stored);
    }
  };

  return {
    /** Fetches every file that is not there yet. Rejects if one has another content. */
    async install(event: ExtendableEvent): Promise<void> {
      const kept = await (await caches.open(CACHE)).keys();
      // A browser that has some of them fetches only what changed. What a pack does not bring comes alone.
      if (kept.length === 0) await keepPack().catch(() => undefined);
      const used = (await usedLanguages()).flatMap(textsOf);
      for (const file of [...files, ...used]) await keep(file, event);
    },

    /**
     * Deletes what only older versions need, unless a tab still shows one of them. A newer version that
     * waits has no tab yet, and its files stay.
     */
    async cleanUp(): Promise<void> {
      if (registration.installing || registration.waiting || (await isOtherInUse())) return;
      const own = new Set([...byPath.values()].map(keyOf));
      const cache = await caches.open(CACHE);
      for (const request of await cache.keys()) {
        if (!own.has(pathOf(request.url))) await cache.delete(request);
      }
      const [, present = ""] = ANY_CACHE.exec(CACHE) ?? [];
      for (const name of await caches.keys()) {
        const [, number] = ANY_CACHE.exec(name) ?? [];
        if (number !== undefined && Number(number) < Number(present)) await caches.delete(name);
      }
    },

    /** Keeps the interface texts of a language. */
    async keepTexts(language: string, event: ExtendableEvent): Promise<void> {
      for (const file of textsOf(language)) await keep(file, event).catch(() => undefined);
    },

    /** Whether a file of this version has that address. */
    has: (url: URL): boolean => byPath.has(url.pathname + url.search),

    /** A file of this version, or one with a hash in its name of any version or language. */
    file: (request: Request, event: ExtendableEvent): Promise<Response> =>
      strategy.handle({ request, event }),

    /** The page itself. Where it is damaged here and newer at the school, the newer one. */
    page: (event: ExtendableEvent): Promise<Response> =>
      strategy.handle({ request: new Request(page), event }),
  };
};
