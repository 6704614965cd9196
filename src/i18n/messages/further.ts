import type { LoadMessages } from "../create-intl.ts";

/** The messages of all screens after the first lesson. */
export const furtherMessages: LoadMessages = (language) =>
  import(/* webpackChunkName: "further-[request]" */ `../../../locales/${language}.json?further`);
