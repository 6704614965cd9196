import { getSite } from "../../../contract/sites.ts";
import { type App, publicRoute, required } from "../route.ts";
import type { Services } from "../services.ts";
import { forEverySite } from "../typed-answer.ts";

/** Tells a page whether the school lists its site. */
export const siteRoutes = (app: App, services: Services): void =>
  publicRoute(app, services, getSite, ({ query }) =>
    forEverySite({ allowed: services.sites.has(required(query, "origin")) }),
  );
