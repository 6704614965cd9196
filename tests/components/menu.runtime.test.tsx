import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { createLanguage } from "../../src/core/language.ts";
import { LanguageMenu } from "../../src/features/shell/language-menu.tsx";
import { createMemoryMachine } from "../../src/platform/memory/memory-machine.ts";
import { Menu, type MenuProps } from "../../src/ui/menu.tsx";
import type { MenuGroup } from "../../src/ui/menu-list.tsx";
import { descriptionOf, getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { blur, click, focus, hover, press } from "./person.ts";
import { render, renderApp, waitUntil } from "./render.tsx";

// Every browser reflects this attribute; happy-dom does not.
if (!("ariaCurrent" in Element.prototype)) {
  Object.defineProperty(Element.prototype, "ariaCurrent", {
    get(this: Element) {
      return this.getAttribute("aria-current");
    },
  });
}

/** A menu of garments, and the choices made in it. */
const garments = async (props: Partial<MenuProps> = {}) => {
  const chosen: string[] = [];
  const item = (label: string, more: object = {}) => ({
    key: label,
    label,
    onSelect: () => chosen.push(label),
    ...more,
  });
  const groups: MenuGroup[] = [
    { key: "skirts", label: "Skirts", items: [item("Circle"), item("Gored"), item("Pencil")] },
    {
      key: "tops",
      label: "Tops",
      items: [item("Coat", { disabled: true, note: "Expired on 1 March" }), item("Blouse")],
    },
  ];
  await render(
    <>
      <Menu label="Courses" icon={null} groups={groups} onMissing={() => undefined} {...props} />
      <button type="button">Elsewhere</button>
    </>,
  );
  const opener = getByRole<HTMLButtonElement>("button", "Courses");
  return { chosen, opener };
};

const menu = () => queryByRole("menu");
const focused = () => (document.activeElement ? nameOf(document.activeElement) : "");
const opened = () => waitUntil(menu);

test("a closed menu announces a menu, and opens on click with the focus on its first item", async () => {
  const { opener } = await garments();
  expect(opener.getAttribute("aria-haspopup")).toBe("menu");
  expect(opener.getAttribute("aria-expanded")).toBe("false");
  expect(menu()).toBeNull();
  await click(opener);
  expect(nameOf(await opened())).toBe("Courses");
  expect(opener.getAttribute("aria-expanded")).toBe("true");
  expect(opener.getAttribute("aria-controls")).toBe(menu()?.id);
  expect(focused()).toBe("Circle");
  expect(queryAllByRole("group").map(nameOf)).toEqual(["Skirts", "Tops"]);
  await click(opener);
  expect(menu()).toBeNull();
});

test.each([
  ["ArrowDown", "Circle"],
  ["ArrowUp", "Blouse"],
])("a closed menu opens on %s, with the focus on %s", async (key, first) => {
  const { opener } = await garments();
  await focus(opener);
  await press(key);
  await opened();
  expect(focused()).toBe(first);
});

test("a closed menu opened by the pointer gives the focus to its first item on ArrowDown", async () => {
  const { opener } = await garments({ hover: true });
  await hover(opener);
  await opened();
  await focus(opener);
  expect(focused()).toBe("Courses");
  await press("ArrowDown");
  expect(focused()).toBe("Circle");
});

test("a closed menu opens with the focus on the current item, if there is one", async () => {
  const item = (label: string, current: boolean) => ({ key: label, label, current, onSelect() {} });
  const { opener } = await garments({
    groups: [{ key: "", items: [item("Circle", false), item("Gored", true)] }],
  });
  await click(opener);
  await opened();
  expect(focused()).toBe("Gored");
  const marks = queryAllByRole("menuitem").map((each) => each.getAttribute("aria-current"));
  expect(marks).toEqual([null, "true"]);
});

const open = async () => {
  const all = await garments();
  await click(all.opener);
  await opened();
  return all;
};

test.each([
  [
    "arrow keys move through all items and wrap around",
    "ArrowDown Gored, ArrowDown Pencil, ArrowDown Coat, ArrowDown Blouse, ArrowDown Circle, ArrowUp Blouse",
  ],
  ["Home and End move to the first and the last item", "End Blouse, Home Circle"],
  ["a letter moves to the next item that begins with it", "c Coat, C Circle, z Circle"],
])("in an open menu %s", async (_, steps) => {
  await open();
  for (const step of steps.split(", ")) {
    const [key = ""] = step.split(" ");
    await press(key);
    expect(`${key} ${focused()}`).toBe(step);
  }
});

test("in an open menu Escape closes the menu without a choice, and returns the focus", async () => {
  const { opener, chosen } = await open();
  await press("ArrowDown");
  await press("Escape");
  expect(menu()).toBeNull();
  expect(document.activeElement).toBe(opener);
  expect(opener.getAttribute("aria-expanded")).toBe("false");
  expect(chosen).toEqual([]);
});

test("in an open menu choosing an item runs it once, closes the menu and returns the focus", async () => {
  const { opener, chosen } = await open();
  await click(getByRole("menuitem", "Gored"));
  expect(chosen).toEqual(["Gored"]);
  expect(menu()).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test("in an open menu a disabled item can be focused, says why it is disabled, and does nothing", async () => {
  const { chosen } = await open();
  const coat = getByRole("menuitem", "Coat");
  expect(coat.getAttribute("aria-disabled")).toBe("true");
  expect(descriptionOf(coat)).toBe("Expired on 1 March");
  await click(coat);
  expect(chosen).toEqual([]);
  expect(menu()).not.toBeNull();
});

test("in an open menu it closes when the focus moves elsewhere, and leaves the focus there", async () => {
  const { chosen } = await open();
  const elsewhere = getByRole("button", "Elsewhere");
  await blur(document.activeElement as HTMLElement);
  await focus(elsewhere);
  expect(menu()).toBeNull();
  expect(document.activeElement).toBe(elsewhere);
  expect(chosen).toEqual([]);
});

test("the language menu names every language in its own language and script, with its flag", async () => {
  const { storage } = createMemoryMachine();
  const entry = async () => ({ default: {} });
  const language = createLanguage({ storage, entry, onChange: () => undefined });
  await language.boot("en");
  await renderApp({ language }, <LanguageMenu />);
  await click(getByRole("button", "Language"));
  await opened();
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
