import type { LoadMessages } from "../create-intl.ts";

/** The messages that only the desktop app has. */
export const desktopMessages: LoadMessages = (language) =>
  import(/* webpackChunkName: "desktop-[request]" */ `../../../locales/${language}.json?desktop`);
