import { webTabs } from "../platform/web/web-tabs.ts";
import { onlineVariant } from "./online-variant.ts";
import { SignedIn } from "./signed-in.tsx";

/** The web app for a signed-in person. */
const OnlineSignedIn = () => <SignedIn tabs={webTabs} variant={onlineVariant} />;

export default OnlineSignedIn;
