import { webTabs } from "../platform/web/web-tabs.ts";
import type { App } from "./create-app.ts";
import { Inside } from "./inside.tsx";
import { onlineFeatures } from "./online-features.ts";

/** The web app behind its sign-in form. */
const OnlineInside = ({ app }: { app: App }) => (
  <Inside app={app} tabs={webTabs} features={onlineFeatures} />
);

export default OnlineInside;
