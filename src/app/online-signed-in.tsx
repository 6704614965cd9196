import { webTabs } from "../platform/web/web-tabs.ts";
import { SignedIn } from "./signed-in.tsx";
import "./small-modules.ts";
import { webVariant } from "./web-variant.tsx";
import { withKept } from "./with-kept.ts";

/** The web app for a signed-in person. */
const OnlineSignedIn = () => <SignedIn tabs={webTabs} variant={webVariant} prepare={withKept} />;

export default OnlineSignedIn;
