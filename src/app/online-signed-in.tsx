import type { BaseApp } from "../app-context/app.ts";
import { insideMessages } from "../i18n/messages/inside.ts";
import { webTabs } from "../platform/web/web-tabs.ts";
import { SignedIn } from "./signed-in.tsx";
import { webVariant } from "./web-variant.tsx";
import { withEarlyAnswers } from "./with-early-answers.ts";
import { withKept } from "./with-kept.ts";

const prepare = (base: BaseApp): BaseApp => withKept(withEarlyAnswers(base));

/** The web app for a signed-in person. */
const OnlineSignedIn = () => <SignedIn tabs={webTabs} variant={webVariant} prepare={prepare} />;

/** Fetches the app's texts. The boot script has asked for them where somebody is signed in. */
export const prepareSignedIn = async ({ language }: BaseApp) => {
  await language.require(insideMessages);
  return { default: OnlineSignedIn };
};
