import type { LoadMessages } from "../create-intl.ts";

/** The messages of the tutors' desk. */
export const deskMessages: LoadMessages = (language) =>
  import(/* webpackChunkName: "desk-[request]" */ `../../../locales/${language}.json?desk`);
