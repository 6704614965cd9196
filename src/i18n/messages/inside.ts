import type { LoadMessages } from "../create-intl.ts";

/** The messages between the sign-in form and a lesson, and the titles in the menus. */
export const insideMessages: LoadMessages = (language) =>
  import(/* webpackChunkName: "inside-[request]" */ `../../../locales/${language}.json?inside`);
