import type { BaseApp } from "../app-context/app.ts";
import { webTabs } from "../platform/web/web-tabs.ts";
import { SignedIn } from "./signed-in.tsx";
import { webVariant } from "./web-variant.tsx";
import { withEarlyAnswers } from "./with-early-answers.ts";
import { withKept } from "./with-kept.ts";

const prepare = (base: BaseApp): BaseApp => withKept(withEarlyAnswers(base));

/** The web app for a signed-in person. */
const OnlineSignedIn = () => <SignedIn tabs={webTabs} variant={webVariant} prepare={prepare} />;

export default OnlineSignedIn;
