import type { LoadMessages } from "../create-intl.ts";

/** The messages of the sign-in form. */
export const entryMessages: LoadMessages = (language) =>
  import(/* webpackChunkName: "entry-[request]" */ `../../../locales/${language}.json?entry`);
