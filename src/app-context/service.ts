import type { App } from "./app.ts";
import { useApp } from "./use-app.ts";

const services = new WeakMap<App, Map<unknown, unknown>>();

/**
 * The service of a feature, created when it is first asked for, once for each person who signs in.
 * So its code is loaded with the feature.
 * @param create a function of a module, which identifies the service
 */
export const serviceOf = <Service>(app: App, create: (app: App) => Service): Service => {
  let own = services.get(app);
  if (!own) {
    own = new Map();
    services.set(app, own);
  }
  if (!own.has(create)) own.set(create, create(app));
  return own.get(create) as Service;
};

/** `serviceOf` for the signed-in person. */
export const useService = <Service>(create: (app: App) => Service): Service =>
  serviceOf(useApp(), create);
