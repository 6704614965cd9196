import { createHash } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { shellLock } from "../../../src/lib/browser-names.ts";
import { openBrowser, SCOPE } from "../support/open-shell.ts";

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
  await cut("flags/");
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
    await cut(key);
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
