import type { BaseApp } from "../../app-context/app.ts";

/** The root of the page. It has the app once its handlers are attached, for the code that only a frame loads. */
export interface FramedPage extends HTMLElement {
  app?: BaseApp;
}

/** Resolves when the app has started. */
export const startedApp = (page: FramedPage): Promise<BaseApp> =>
  new Promise((resolve) => {
    const take = () => {
      if (!page.app) return;
      observer.disconnect();
      resolve(page.app);
    };
    const observer = new MutationObserver(take);
    observer.observe(page, { attributeFilter: ["data-ready"] });
    take();
  });
