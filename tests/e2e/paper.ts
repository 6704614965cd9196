import type { Page } from "playwright/test";

/** The printed page when the app asked for printing. */
export interface Paper {
  text: string;
  pictures: number;
  missing: number;
}

const record = () => {
  const printed: Paper[] = [];
  Object.assign(globalThis, { printed });
  window.print = () => {
    const pictures = [...document.images].filter((image) => image.checkVisibility());
    printed.push({
      // biome-ignore lint/performance/useDomNodeTextContent: what is hidden on paper must not count
      text: document.body.innerText,
      pictures: pictures.length,
      missing: pictures.filter((image) => image.naturalWidth === 0).length,
    });
    setTimeout(() => dispatchEvent(new Event("afterprint")));
  };
};

/** Records what is printed from now on, instead of opening the browser's dialog. */
export const watchPrinting = (page: Page): Promise<unknown> => page.evaluate(record);

/** The same, in each document that the page opens from now on. */
export const watchPrintingInNext = (page: Page): Promise<unknown> => page.addInitScript(record);

export const printed = (page: Page): Promise<Paper[]> =>
  page.evaluate(() => (globalThis as unknown as { printed: Paper[] }).printed);
