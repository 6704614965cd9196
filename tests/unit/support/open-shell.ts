import { vi } from "vitest";
import { shellFilesOf } from "../../../scripts/build/worker-list.ts";

export const SCOPE = "https://school.example/tls/";

const TYPES: Readonly<Record<string, string>> = { js: "text/javascript", svg: "image/svg+xml" };

const urlOf = (key: Request | string): string => (typeof key === "string" ? key : key.url);

/** The caches of a browser, as much of them as the worker needs. */
const createCaches = () => {
  const all = new Map<string, Map<string, Response>>();
  const cacheOf = (name: string) => {
    const cache = all.get(name) ?? new Map<string, Response>();
    all.set(name, cache);
    return cache;
  };
  return {
    all,
    open: async (name: string) => {
      const cache = cacheOf(name);
      return {
        match: async (key: Request | string) => cache.get(urlOf(key))?.clone(),
        put: async (key: Request | string, answer: Response) => void cache.set(urlOf(key), answer),
        delete: async (key: Request | string) => cache.delete(urlOf(key)),
        keys: async () => [...cache.keys()].map((url) => new Request(url)),
      };
    },
    match: async (key: Request | string, { cacheName }: { cacheName: string }) =>
      cacheOf(cacheName).get(urlOf(key))?.clone(),
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
  };
};

/** What a worker finds: a school, the browser's caches, and the versions that open tabs hold. */
export const openBrowser = () => {
  const caches = createCaches();
  const held: { name: string }[] = [];
  /** What the school answers, by name below /tls/. A name that is not there has no answer. */
  const school = new Map<string, () => Response>();
  const asked: { url: string; cache: string }[] = [];
  const started: Promise<unknown>[] = [];
  class FetchEvent extends Event {
    waitUntil(promise: Promise<unknown>): void {
      started.push(promise);
    }
  }
  vi.stubEnv("NODE_ENV", "production");
  vi.stubGlobal("self", globalThis);
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("FetchEvent", FetchEvent);
  vi.stubGlobal("navigator", { locks: { query: async () => ({ held }) } });
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const { url, cache } = new Request(input, init);
    asked.push({ url, cache });
    const answer = school.get(url.slice(SCOPE.length));
    if (!answer) throw new TypeError("Failed to fetch");
    return answer();
  });

  /** Has the school answer with a build, and gives the shell of its worker. */
  const publish = async (build: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(build)) {
      const type = TYPES[name.split(".").pop() ?? ""] ?? "text/html";
      const answer = () => new Response(text, { headers: { "content-type": type } });
      school.set(name === "index.html" ? "" : name, answer);
    }
    const registration = { scope: SCOPE, installing: null, waiting: null };
    const { createShell } = await import("../../../src/worker/shell.ts");
    const files = shellFilesOf(
      Object.keys(build).find((name) => name.startsWith("core.")) ?? "",
      new Map(Object.entries(build)),
    );
    const shell = createShell(files, registration as never);
    /** Gives what the page gets for a request, when the worker has done all that follows from it. */
    const get = async (name: string, destination = "") => {
      const request = new Request(SCOPE + name);
      Object.defineProperty(request, "destination", { value: destination });
      const event = new FetchEvent("fetch") as never;
      const answer = await shell.strategy.handle({ request, event });
      await Promise.all(started.splice(0));
      return answer.text();
    };
    return { ...shell, version: files.version, registration, get };
  };

  return {
    publish,
    caches,
    held,
    school,
    /** Takes the list of what the school was asked for since it was taken last. */
    takeAsked: () => asked.splice(0).map(({ url, cache }) => `${cache} ${url.slice(SCOPE.length)}`),
    /** Cuts a file in the cache short, as a crash of the browser can. */
    async cut(start: string) {
      const cache = caches.all.get("app.v1") ?? new Map<string, Response>();
      for (const [url, stored] of cache) {
        if (!url.startsWith(SCOPE + start)) continue;
        const part = (await stored.clone().text()).slice(0, -1);
        cache.set(url, new Response(part, { headers: stored.headers }));
      }
    },
    /** The files in the cache, by name without a hash, in the order of their names. */
    kept: () =>
      [...(caches.all.get("app.v1") ?? new Map()).keys()]
        .map((url: string) => url.slice(SCOPE.length).replace(/[.?][\da-f]{6,8}/, ""))
        .sort(),
  };
};
