import { expect, type Locator, type Page } from "playwright/test";

/**
 * Acts of a person, counted: what they click, the keys that act, files that they choose and fields that they go to.
 * Words that are written where the focus is count nothing.
 */
export const countActs = (page: Page) => {
  let acts = 0;
  const act = async (does: () => Promise<unknown>): Promise<void> => {
    acts += 1;
    await does();
  };
  return {
    act,
    count: (): number => acts,
    click: (target: Locator) => act(() => target.click()),
    /** Goes to a field and writes there. */
    field: (name: string, words: string) =>
      act(() => page.getByRole("textbox", { name, exact: true }).fill(words)),
    /** Chooses in a list of few. */
    select: (name: string, label: string) =>
      act(() => page.getByRole("combobox", { name, exact: true }).selectOption({ label })),
    file: (target: Locator, files: Parameters<Locator["setInputFiles"]>[0]) =>
      act(() => target.setInputFiles(files)),
    key: (key: string) => act(() => page.keyboard.press(key)),
    /** Writes where the focus already is. */
    words: async (target: Locator, words: string): Promise<void> => {
      await expect(target).toBeFocused();
      await page.keyboard.type(words);
    },
  };
};
