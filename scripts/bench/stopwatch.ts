import type { Page } from "playwright";

/** What the main part has to show: a text, or an element of a selector. */
type Awaited = { text: string; selector?: never } | { selector: string; text?: never };

/** Runs in the page: measures from the next click until the main part has the expected layout. */
const watchFor = ({ text, selector }: Awaited): void => {
  const watch = { from: Number.NaN, to: Number.NaN };
  Object.assign(window, { watch });
  const start = () => {
    watch.from = performance.now();
  };
  document.addEventListener("click", start, { capture: true, once: true });
  const observer = new MutationObserver(() => {
    const main = document.querySelector("main");
    if (Number.isNaN(watch.from) || !main) return;
    if (text && !main.textContent.includes(text)) return;
    if (selector && !main.querySelector(selector)) return;
    observer.disconnect();
    main.getBoundingClientRect();
    watch.to = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
};

const elapsed = (): number | false => {
  const { watch } = window as unknown as { watch: { from: number; to: number } };
  return watch.to - watch.from || false;
};

/**
 * Measures how long the page takes to show something after a click, in milliseconds of its clock.
 * @param awaited must not be in the main part before the click
 * @param click makes exactly one click
 */
export const timeUntil = async (
  page: Page,
  awaited: Awaited,
  click: () => Promise<void>,
): Promise<number> => {
  await page.evaluate(watchFor, awaited);
  await click();
  const handle = await page.waitForFunction(elapsed, null, { polling: 50 });
  return Number(await handle.jsonValue());
};
