import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { createLanguage } from "../../src/core/language.ts";
import { LanguageMenu } from "../../src/features/shell/language-menu.tsx";
import { createMemoryMachine } from "../../src/platform/memory/memory-machine.ts";
import { getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { click } from "./person.ts";
import { renderApp, waitUntil } from "./render.tsx";

const languages = async () => {
  const { storage } = createMemoryMachine();
  const entry = async () => ({ default: {} });
  const service = createLanguage({ storage, entry, onChange: () => undefined });
  await service.boot("en");
  await renderApp({ language: service }, <LanguageMenu />);
  const open = async () => {
    await click(getByRole("button", "Language"));
    await waitUntil(() => queryByRole("menu"));
  };
  return { service, open };
};

test("the language menu names every language in its own language and script, with its flag", async () => {
  const { open } = await languages();
  await open();
  const items = queryAllByRole("menuitem").map((item) => [item.lang, nameOf(item)]);
  expect(items).toContainEqual(["he", "עברית"]);
  const codes = items.map(([code]) => code);
  expect(codes).toEqual(expect.arrayContaining(["en", "es", "de", "fr", "el", "he", "tr"]));
  for (const item of queryAllByRole("menuitem")) {
    const flag = item.querySelector("img")?.getAttribute("src") ?? "";
    expect(flag).toMatch(new RegExp(`flags/${item.lang}\\.svg$`));
    expect(existsSync(`resources/flags/${item.lang}.svg`)).toBe(true);
  }
});
