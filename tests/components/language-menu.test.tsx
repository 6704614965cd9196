import { describe, expect, test } from "vitest";
import { createLanguage } from "../../src/core/language.ts";
import { LanguageMenu } from "../../src/features/shell/language-menu.tsx";
import { createMemoryMachine } from "../../src/platform/memory/memory-machine.ts";
import { allByRole, byRole, nameOf, theOne } from "./accessible.ts";
import { click } from "./person.ts";
import { render, until } from "./render.tsx";

const languages = async () => {
  const line = { up: true };
  const told = { failures: 0 };
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
  const onFailure = () => {
    told.failures += 1;
  };
  await render(<LanguageMenu service={service} onFailure={onFailure} />);
  const open = async () => {
    await click(theOne("button", "Language"));
    await until(() => byRole("menu"));
  };
  return { service, open, line, told };
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
    const { service, open, told } = await languages();
    await open();
    await click(theOne("menuitem", "עברית"));
    await until(() => service.state.language === "he");
    expect(service.state.direction).toBe("rtl");
    expect(byRole("menu")).toBeNull();
    await open();
    expect(theOne("menuitem", "עברית").getAttribute("aria-current")).toBe("true");
    expect(told.failures).toBe(0);
  });

  test("says so when a language does not arrive, and stays with the one in use", async () => {
    const { service, open, line, told } = await languages();
    await open();
    line.up = false;
    await click(theOne("menuitem", "עברית"));
    await until(() => told.failures === 1);
    expect(service.state).toMatchObject({ language: "en", direction: "ltr" });
  });
});
