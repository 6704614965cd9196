import { describe, expect, test } from "vitest";
import { createAlerts } from "../../src/core/alerts.ts";
import { createLanguage } from "../../src/core/language.ts";
import { LanguageMenu } from "../../src/features/shell/language-menu.tsx";
import type { MessageId } from "../../src/i18n/message-id.ts";
import { createMemoryMachine } from "../../src/platform/memory/memory-machine.ts";
import { allByRole, byRole, nameOf, theOne } from "./accessible.ts";
import { click } from "./person.ts";
import { render, until } from "./render.tsx";
import { withApp } from "./with-app.tsx";

const languages = async () => {
  const line = { up: true };
  const { storage } = createMemoryMachine();
  const service = createLanguage({
    storage,
    async load() {
      if (!line.up) throw new Error("no messages");
      return {};
    },
    onChange: () => undefined,
  });
  await service.boot("en");
  const alerts = createAlerts<MessageId>();
  await render(withApp({ language: service, alerts }, <LanguageMenu />));
  const open = async () => {
    await click(theOne("button", "Language"));
    await until(() => byRole("menu"));
  };
  return { service, open, line, alerts };
};

describe("the language menu", () => {
  test("names every language in its own words, marked as such", async () => {
    const { open } = await languages();
    await open();
    const items = allByRole("menuitem").map((item) => [item.lang, nameOf(item)]);
    expect(items).toContainEqual(["en", "English"]);
    expect(items).toContainEqual(["he", "עברית"]);
  });

  test("marks the one in use", async () => {
    const { open } = await languages();
    await open();
    const current = allByRole("menuitem").filter((item) => item.getAttribute("aria-current"));
    expect(current.map(nameOf)).toEqual(["English"]);
  });

  test("switches, and marks the new one", async () => {
    const { service, open, alerts } = await languages();
    await open();
    await click(theOne("menuitem", "עברית"));
    await until(() => service.state.language === "he");
    expect(service.state.direction).toBe("rtl");
    expect(byRole("menu")).toBeNull();
    await open();
    expect(theOne("menuitem", "עברית").getAttribute("aria-current")).toBe("true");
    expect(alerts.state.list).toEqual([]);
  });

  test("says so when a language does not arrive, and stays with the one in use", async () => {
    const { service, open, line, alerts } = await languages();
    await open();
    line.up = false;
    await click(theOne("menuitem", "עברית"));
    await until(() => alerts.state.list.length === 1);
    expect(service.state).toMatchObject({ language: "en", direction: "ltr" });
  });
});
