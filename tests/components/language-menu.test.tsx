import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { createAlerts } from "../../src/core/alerts.ts";
import { createLanguage } from "../../src/core/language.ts";
import { LanguageMenu } from "../../src/features/shell/language-menu.tsx";
import type { MessageId } from "../../src/i18n/message-id.ts";
import { createMemoryMachine } from "../../src/platform/memory/memory-machine.ts";
import { getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { click } from "./person.ts";
import { renderApp, waitUntil } from "./render.tsx";

const languages = async () => {
  const line = { up: true };
  const { storage } = createMemoryMachine();
  const service = createLanguage({
    storage,
    async entry() {
      if (!line.up) throw new Error("no messages");
      return { default: {} };
    },
    onChange: () => undefined,
  });
  await service.boot("en");
  const alerts = createAlerts<MessageId>();
  await renderApp({ language: service, alerts }, <LanguageMenu />);
  const open = async () => {
    await click(getByRole("button", "Language"));
    await waitUntil(() => queryByRole("menu"));
  };
  return { service, open, line, alerts };
};

test("the language menu names every language in its own language and script, with its flag", async () => {
  const { open } = await languages();
  await open();
  const items = queryAllByRole("menuitem").map((item) => [item.lang, nameOf(item)]);
  expect(items).toContainEqual(["en", "English"]);
  expect(items).toContainEqual(["he", "עברית"]);
  const codes = items.map(([code]) => code);
  expect(codes).toEqual(expect.arrayContaining(["en", "es", "de", "fr", "el", "he", "tr"]));
  for (const item of queryAllByRole("menuitem")) {
    const flag = item.querySelector("img")?.getAttribute("src") ?? "";
    expect(flag).toMatch(new RegExp(`flags/${item.lang}\\.svg$`));
    expect(existsSync(`resources/flags/${item.lang}.svg`)).toBe(true);
  }
});

test("the language menu switches the language, and marks the new one", async () => {
  const { service, open, alerts } = await languages();
  await open();
  await click(getByRole("menuitem", "עברית"));
  await waitUntil(() => service.state.language === "he");
  expect(service.state.direction).toBe("rtl");
  expect(queryByRole("menu")).toBeNull();
  await open();
  expect(getByRole("menuitem", "עברית").getAttribute("aria-current")).toBe("true");
  expect(alerts.state.list).toEqual([]);
});

test("the language menu shows an error when a language cannot be fetched, and keeps the current one", async () => {
  const { service, open, line, alerts } = await languages();
  await open();
  line.up = false;
  await click(getByRole("menuitem", "עברית"));
  await waitUntil(() => alerts.state.list.length === 1);
  expect(service.state).toMatchObject({ language: "en", direction: "ltr" });
});
