import { webTabs } from "../platform/web/web-tabs.ts";
import { onlineVariant } from "./online-variant.ts";
import { SignedIn } from "./signed-in.tsx";

/** The web app behind its sign-in form. */
const OnlineSignedIn = () => <SignedIn tabs={webTabs} variant={onlineVariant} />;

export default OnlineSignedIn;
