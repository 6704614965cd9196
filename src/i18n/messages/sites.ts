import type { LoadMessages } from "../create-intl.ts";

/** The messages for accounts of another site, and for the app in a page of another site. */
export const sitesMessages: LoadMessages = (language) =>
  import(/* webpackChunkName: "sites-[request]" */ `../../../locales/${language}.json?sites`);
