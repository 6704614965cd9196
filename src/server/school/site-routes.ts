import { getSite } from "../../contract/sites.ts";
import { type App, publicRoute } from "../http/route.ts";
import { forEverySite } from "../http/typed-answer.ts";
import { required } from "../one-of.ts";
import type { Services } from "../services.ts";

/** Tells a page whether the school lists its site. */
export const siteRoutes = (app: App, services: Services): void =>
  publicRoute(app, services, getSite, ({ query }) =>
    forEverySite({ allowed: services.sites.has(required(query, "origin")) }),
  );
