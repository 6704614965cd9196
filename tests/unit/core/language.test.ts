import { TYPE } from "@formatjs/icu-messageformat-parser";
import { expect, test, vi } from "vitest";
import { createLanguage } from "../../../src/core/language.ts";
import type { Language } from "../../../src/domain/languages.ts";
import type { LoadMessages } from "../../../src/i18n/create-intl.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";

const KEY = "language.v1";

/** Messages that arrive when the test says so: by chunk and language, such as `entry he`. */
const open = (machine = createMemoryMachine()) => {
  const waiting = new Map<string, ((arrives: boolean) => void)[]>();
  const changes: string[] = [];
  const school = { isHeld: false };
  const load = (part: string, code: Language): ReturnType<LoadMessages> => {
    const text = { type: TYPE.literal as const, value: `${part} in ${code}` };
    const messages = { default: { [`${part}.name`]: [text] } };
    if (!school.isHeld) return Promise.resolve(messages);
    return new Promise((resolve, reject) => {
      const name = `${part} ${code}`;
      const arrive = (arrives: boolean) =>
        arrives ? resolve(messages) : reject(new Error("no messages"));
      waiting.set(name, [...(waiting.get(name) ?? []), arrive]);
    });
  };
  const language = createLanguage({
    storage: machine.storage,
    entry: (code) => load("entry", code),
    onChange: (code) => changes.push(`${code} ${language.state.direction}`),
  });
  const end = (name: string, arrives: boolean) => {
    const all = waiting.get(name);
    if (!all) throw new Error(`nobody has asked for ${name}`);
    waiting.delete(name);
    for (const each of all) each(arrives);
  };
  return {
    ...{ language, machine, changes, school },
    inside: ((code) => load("inside", code)) satisfies LoadMessages,
    asked: () => [...waiting.keys()],
    arrive: (name: string) => end(name, true),
    lose: (name: string) => end(name, false),
    text: (id: string) => language.state.intl.formatMessage({ id }),
    kept: () => JSON.parse(machine.storage.get(KEY) ?? "null"),
  };
};

/** In English, with messages that arrive from now on when the test says so. */
const openHeld = async () => {
  const opened = open();
  await opened.language.boot("en");
  opened.school.isHeld = true;
  return opened;
};

test("the language of the interface is at first the page's, with its direction", async () => {
  const { language, changes, text } = open();
  await language.boot("he");
  expect(language.state).toMatchObject({ language: "he", direction: "rtl" });
  expect(text("entry.name")).toBe("entry in he");
  expect(changes).toEqual(["he rtl"]);
});

test.each(["tlh", "EN", "__proto__"])("the interface is English on a page in %j", async (page) => {
  const { language } = open();
  await language.boot(page);
  expect(language.state).toMatchObject({ language: "en", direction: "ltr" });
});

test("the language of the interface is stored when it was chosen, not when the page started in it; else it is the first that the person reads", async () => {
  const { language, machine, kept } = open();
  expect(language.preferred(["tlh", "de-AT", "he"])).toBe("de");
  await language.boot("he");
  expect(kept()).toBeNull();
  expect(await language.select("en")).toBe(true);
  expect(language.state).toMatchObject({ language: "en", direction: "ltr" });
  expect(open(machine).language.preferred(["de"])).toBe("en");
});

test("the language of the interface stays the same when the messages cannot be fetched", async () => {
  const { language, lose, kept, text, changes } = await openHeld();
  const choosing = language.select("he");
  lose("entry he");
  expect(await choosing).toBe(false);
  expect(language.state).toMatchObject({ language: "en", direction: "ltr" });
  expect(text("entry.name")).toBe("entry in en");
  expect(kept()).toBeNull();
  expect(changes).toEqual(["en ltr"]);
});

test.each([true, false])("of two languages chosen the last applies: %s", async (arrives) => {
  const { language, arrive, lose, text, kept, changes } = await openHeld();
  const first = language.select("he");
  expect(language.state.language).toBe("en");
  const second = language.select("en");
  arrive("entry en");
  expect(await second).toBe(true);
  if (arrives) arrive("entry he");
  else lose("entry he");
  expect(await first).toBe(true);
  expect(language.state).toMatchObject({ language: "en", direction: "ltr" });
  expect(text("entry.name")).toBe("entry in en");
  expect(changes).toEqual(["en ltr", "en ltr"]);
  expect(kept()).toBe("en");
});

test("a file of messages is loaded when it is required, and with every language chosen later", async () => {
  const { language, inside, text } = open();
  await language.boot("en");
  expect(text("inside.name")).toBe("inside.name");
  // Everybody who requires it waits for it.
  void language.require(inside);
  await language.require(inside);
  expect(text("inside.name")).toBe("inside in en");
  await language.select("he");
  expect(text("inside.name")).toBe("inside in he");
  expect(text("entry.name")).toBe("entry in he");
});

test.each(["before", "after"])(
  "files of messages are loaded for a caller that has asked %s another language is chosen",
  async (when) => {
    const { language, inside, arrive, asked, text } = await openHeld();
    let found = "waiting";
    const require = () =>
      language.require(inside).then(() => {
        found = text("inside.name");
      });
    const before = when === "before" ? require() : null;
    const choosing = language.select("he");
    const requiring = before ?? require();
    for (const name of asked()) if (name.endsWith("en")) arrive(name);
    await new Promise(setImmediate);
    for (const name of asked()) arrive(name);
    await Promise.all([requiring, choosing]);
    expect([found, language.state.language]).toEqual(["inside in he", "he"]);
  },
);

test("files of messages that could not be fetched prevent no other language, and are fetched again by the next caller", async () => {
  const { language, inside, lose, arrive, asked, text } = await openHeld();
  const first = language.require(inside);
  lose("inside en");
  await expect(first).rejects.toThrow();
  const choosing = language.select("he");
  expect(asked()).not.toContain("inside he");
  lose("entry he");
  expect(await choosing).toBe(false);
  const again = language.require(inside);
  await vi.waitFor(() => expect(asked()).toContain("inside en"));
  for (const name of asked()) arrive(name);
  await again;
  expect(text("inside.name")).toBe("inside in en");
});
