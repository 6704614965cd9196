import type { LoadMessages } from "../create-intl.ts";

/** The messages of the second factor of staff, of captions, of news, and of getting the desktop app. */
export const toolsMessages: LoadMessages = (language) =>
  import(/* webpackChunkName: "tools-[request]" */ `../../../locales/${language}.json?tools`);
