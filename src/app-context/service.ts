import type { App } from "./app.ts";
import { useApp } from "./use-app.ts";

const services = new WeakMap<App, Map<unknown, unknown>>();

/**
 * The service of a feature. It is created at the first call, once for each signed-in person, and
 * its code is loaded with the feature.
 * @param create identifies the service, so it must be declared in a module, not in a component
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

export const useService = <Service>(create: (app: App) => Service): Service =>
  serviceOf(useApp(), create);
