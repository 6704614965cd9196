import { createHash } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { shellFilesOf } from "../../../scripts/build/worker-list.ts";
import { shellLock } from "../../../src/lib/browser-names.ts";
import { createMemoryCaches } from "../../../src/platform/memory/memory-caches.ts";
import { isNamedContent, isOwnFile, languageOf } from "../../../src/worker/shell-files.ts";

const SCOPE = "https://school.example/tls/";
const IN_CACHE = `app.v1 ${SCOPE}`;

const TYPES: Readonly<Record<string, string>> = { js: "text/javascript", svg: "image/svg+xml" };

/** The caches of a browser. Workbox names an entry by its request. */
const createCaches = () => {
  const memory = createMemoryCaches();
  const urlOf = (key: { url: string } | string) => (typeof key === "string" ? key : key.url);
  const match = (key: Request | string, options: { cacheName: string }) =>
    memory.match(urlOf(key), options);
  return {
    ...memory,
    match,
    async open(cacheName: string) {
      const cache = await memory.open(cacheName);
      return {
        match: (key: Request | string) => match(key, { cacheName }),
        put: (key: Request | string, answer: Response) => cache.put(urlOf(key), answer),
        delete: (key: { url: string }) => cache.delete(urlOf(key)),
        keys: cache.keys,
      };
    },
  };
};

/** What a worker finds: a school, the browser's caches, and the versions that open tabs hold. */
const openBrowser = () => {
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
    const files = shellFilesOf(nameOf(build, "core."), new Map(Object.entries(build)));
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
    cut(start: string) {
      const cut = caches.entries().filter((entry) => entry.startsWith(IN_CACHE + start));
      for (const entry of cut) caches.cut(entry.split(" ")[1] ?? "");
    },
    /** The files in the cache, by name without a hash, in the order of their names. */
    kept: () =>
      caches
        .entries()
        .map((entry) => entry.slice(IN_CACHE.length).replace(/[.?][\da-f]{6,8}/, ""))
        .sort(),
  };
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 8);

const named = (name: string, ending: string, text: string): [string, string] => [
  `${name}.${hashOf(text)}.${ending}`,
  text,
];

/** A build: a page, a script, a flag, and texts in two languages. */
const buildOf = (release: string) => {
  const core = named("core", "js", `core ${release}`);
  return Object.fromEntries([
    ["index.html", `<script src="/tls/${core[0]}" id="main"></script>`],
    core,
    ["flags/de.svg", "<svg/>"],
    named("inside-de-json", "js", `innen ${release}`),
    named("further-de-json", "js", `weiter ${release}`),
    named("inside-he-json", "js", `bifnim ${release}`),
  ]);
};

const nameOf = (build: Readonly<Record<string, string>>, start: string): string =>
  Object.keys(build).find((name) => name.startsWith(start)) ?? "";

const portal = () =>
  new Response("<h1>Sign in to this network</h1>", { headers: { "content-type": "text/html" } });

const SHELL = ["", "core.js", "flags/de.svg"];

test("a new version is fetched with the texts of the languages in use, and what has not changed is not fetched again", async () => {
  const { publish, kept, takeAsked } = openBrowser();
  const first = await publish(buildOf("1"));
  await first.install();
  expect(kept()).toEqual(SHELL);
  await first.keepTexts("de");
  expect(kept()).toEqual([...SHELL, "further-de-json.js", "inside-de-json.js"].sort());
  takeAsked();
  const build = buildOf("2");
  await (await publish(build)).install();
  expect(takeAsked().sort()).toEqual(
    [
      // The browser may have kept an older page under the same address.
      "reload ",
      ...["core", "inside-de", "further-de"].map((start) => `default ${nameOf(build, start)}`),
    ].sort(),
  );
});

test.each([
  ["page", ""],
  ["flag", "flags/de.svg"],
  ["script", "core"],
])("a version is not installed where the %s has other content", async (_, start) => {
  const { publish, school, kept } = openBrowser();
  const build = buildOf("1");
  const shell = await publish(build);
  const name = start === "core" ? nameOf(build, start) : start;
  school.set(name, portal);
  await expect(shell.install()).rejects.toThrow();
  expect(kept()).not.toContain(name.replace(/\.[\da-f]{6,8}/, ""));
  await publish(build);
  await shell.install();
  expect(kept()).toEqual(SHELL);
});

test("a file that was cut short in the browser is fetched again with the next version", async () => {
  const { publish, cut, takeAsked } = openBrowser();
  const shell = await publish(buildOf("1"));
  await shell.install();
  cut("flags/");
  takeAsked();
  await shell.install();
  expect(takeAsked()).toEqual(["reload flags/de.svg"]);
});

test.each([
  ["page, at any screen,", "lessons/PM", "document", "?"],
  ["flag", "flags/de.svg", "image", "flags/de.svg"],
  ["script", "core", "script", "core"],
])(
  "the %s comes from the browser, or from the school if damaged",
  async (_, path, destination, key) => {
    const { publish, school, cut, takeAsked } = openBrowser();
    const build = buildOf("1");
    const shell = await publish(build);
    await shell.install();
    const name = path === "core" ? nameOf(build, path) : path;
    const text = build[name] ?? build["index.html"] ?? "";
    takeAsked();
    expect(await shell.get(name, destination)).toBe(text);
    expect(takeAsked()).toEqual([]);
    cut(key);
    // The school answers with the page at the address of every screen.
    school.set(name, school.get(name) ?? school.get("") ?? portal);
    expect(await shell.get(name, destination)).toBe(text);
    expect(takeAsked()).toEqual([`default ${name}`]);
    expect(await shell.get(name, destination)).toBe(text);
    expect(takeAsked()).toEqual([]);
  },
);

test("where the page is damaged in the browser and newer at the school, the newer one is shown and not kept as the older one", async () => {
  const { publish, school, takeAsked, kept } = openBrowser();
  const shell = await publish(buildOf("1"));
  const headers = { "content-type": "text/html" };
  school.set("profile", () => new Response("newer", { headers }));
  for (let time = 0; time < 2; time += 1) {
    expect(await shell.get("profile", "document")).toBe("newer");
    expect(takeAsked()).toEqual(["default profile"]);
    expect(kept()).toEqual([]);
  }
});

const asks = (path: string, destination: string, mode: string) =>
  ({ url: new URL(path, SCOPE).href, destination, mode }) as Request;

test.each([
  ["a screen", asks("lessons/PM", "document", "navigate"), true],
  ["the page in a frame of the school's site", asks("./", "iframe", "navigate"), false],
  ["a flag", asks("flags/de.svg", "image", "no-cors"), true],
  ["a flag that is opened as a page", asks("flags/de.svg", "document", "navigate"), false],
  ["a school's own picture", asks("flags/de.svg?organisation=1", "image", "no-cors"), false],
  ["a script of another version", asks("core.0a1b2c3d.js", "script", "cors"), true],
  ["a picture of a lesson", asks("/files/1.png", "image", "no-cors"), false],
  ["the worker's own script", asks("worker.js", "script", "same-origin"), false],
  ["a page of the school outside of the app", asks("/reset/token", "document", "navigate"), false],
  ["a script above the app", asks("a/../../b.0a1b2c3d.js", "script", "cors"), false],
  ["an answer of the school", asks("/api/lessons", "", "cors"), false],
])("whether the worker answers for %s (%#)", async (_, request, expected) => {
  const { keyOf } = await openBrowser().publish(buildOf("1"));
  expect(keyOf(request) !== undefined).toBe(expected);
});

test("an older version's files go when no tab shows it and no newer one is installed or waits, and the texts of every language stay", async () => {
  const { publish, kept, held, caches } = openBrowser();
  const older = await publish(buildOf("1"));
  await older.install();
  const shell = await publish(buildOf("2"));
  await shell.install();
  await shell.keepTexts("he");
  for (const number of [0, 2]) await caches.open(`app.v${number}`);
  const both = kept();
  expect(both).toHaveLength(6);
  const isLeft = async () => {
    await shell.cleanUp();
    expect(kept()).toEqual(both);
  };
  held.push({ name: shellLock(older.version) });
  await isLeft();
  held.splice(0, 1, { name: shellLock(shell.version) });
  for (const state of ["installing", "waiting"]) {
    Object.assign(shell.registration, { [state]: {} });
    await isLeft();
    Object.assign(shell.registration, { [state]: null });
  }
  await shell.cleanUp();
  expect(kept()).toEqual([...SHELL, "inside-he-json.js"].sort());
  expect(await caches.keys()).toEqual(["app.v1", "app.v2"]);
});

test("texts that cannot be fetched do not keep others of the language from being kept", async () => {
  const { publish, school, kept } = openBrowser();
  const build = buildOf("1");
  const shell = await publish(build);
  school.set(nameOf(build, "further-de"), portal);
  await shell.keepTexts("de");
  await shell.keepTexts("constructor");
  expect(kept()).toEqual(["inside-de-json.js"]);
});

test.each([
  ["inside-de-json.0a1b2c3d.js", "de"],
  ["inside.0a1b2c3d.js", undefined],
])("the language of %s is %s", (name, language) => {
  expect(languageOf(name)).toBe(language);
});

const answer = (type: string, init: ResponseInit = {}) =>
  new Response("text", { ...init, headers: { "content-type": type } });

test.each([
  ["/tls/main.0a1b2c3d.js", answer("text/javascript; charset=utf-8"), true],
  ["/tls/flags/de.svg", answer("image/svg+xml"), true],
  ["/tls/", answer("text/html; charset=utf-8"), true],
  ["/tls/main.0a1b2c3d.js", answer("text/html"), false],
  ["/tls/main.0a1b2c3d.js", answer("text/javascript", { status: 404 }), false],
  ["/tls/", answer("application/json"), false],
])("an answer for %s that may be stored (%#)", (path, response, expected) => {
  expect(isOwnFile(path, response)).toBe(expected);
});

test("an answer from another address than the one that was asked for is not stored", () => {
  const response = answer("text/html");
  Object.defineProperty(response, "redirected", { value: true });
  expect(isOwnFile("/tls/", response)).toBe(false);
});

test.each([
  // The name has the first digits of the content's SHA-256.
  ["/tls/main.982d9e3e.js", "text", true],
  ["/tls/main.982d9e3e.js", "tex", false],
  ["/tls/main.982d9e3f.js", "text", false],
  ["/tls/flags/de.svg?982d9e3e", "text", true],
  ["/tls/flags/de.svg?982d9e3e", "tex", false],
  ["/tls/?982d9e3e", "text", true],
  // Nothing tells what it is.
  ["/tls/flags/de.svg", "text", false],
])("the content that is stored for %s may be %j: %s", async (path, content, expected) => {
  expect(await isNamedContent(path, new Blob([content]))).toBe(expected);
});
