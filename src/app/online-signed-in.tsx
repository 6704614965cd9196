import type { BaseApp } from "../app-context/app.ts";
import { insideMessages } from "../i18n/messages/inside.ts";
import { webTabs } from "../platform/web/web-tabs.ts";
import { fetchEarly } from "../transport/fetch-early.ts";
import type { Send, SendForBytes } from "../transport/transport.ts";
import { SignedIn } from "./signed-in.tsx";
import { webVariant } from "./web-variant.tsx";
import { withKept } from "./with-kept.ts";

/** Lets the calls of the signed-in person take the answers that were asked for before this code came. */
const withEarlyAnswers = (base: BaseApp): BaseApp => {
  const { send, sendForBytes } = base.school;
  const school = {
    ...base.school,
    send: ((call, options) => send(call, { fetcher: fetchEarly, ...options })) as Send,
    sendForBytes: ((call, options) =>
      sendForBytes(call, { fetcher: fetchEarly, ...options })) as SendForBytes,
  };
  return { ...base, school, transport: school };
};

/**
 * Fetches the app's texts. The boot script has asked for them where somebody is signed in.
 * @param parallel the largest number of files that are downloaded at the same time
 * @returns the web app for a signed-in person
 */
export const prepareSignedIn = async ({ language }: BaseApp, parallel: number) => {
  const prepare = (base: BaseApp): BaseApp => withKept(withEarlyAnswers(base), parallel);
  await language.require(insideMessages);
  return { default: () => <SignedIn tabs={webTabs} variant={webVariant} prepare={prepare} /> };
};
