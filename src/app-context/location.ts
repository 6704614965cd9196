import { navigate, useBrowserLocation, useSearch } from "wouter/use-browser-location";

/** Every address of the app begins with it. */
export const BASE = "/tls";

/** The address within the app, without the router: the sign-in form needs no routes. */
export const usePath = (): { path: string; search: string } => {
  const [full] = useBrowserLocation();
  const search = useSearch().replace(/^\?/, "");
  const inside = full === BASE || full.startsWith(`${BASE}/`);
  return { path: (inside && full.slice(BASE.length)) || "/", search };
};

/** Goes to an address within the app. */
export const goTo = (path: string, options?: { replace?: boolean }): void =>
  navigate(BASE + path, options);
