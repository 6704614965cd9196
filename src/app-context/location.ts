import { navigate, useBrowserLocation, useSearch } from "wouter/use-browser-location";

/** The path under which the app is served. */
export const BASE = "/tls";

/** The browser's present path within the app, which may be newer than that of a render. */
export const currentPath = (full = location.pathname): string => {
  const inside = full === BASE || full.startsWith(`${BASE}/`);
  return (inside && full.slice(BASE.length)) || "/";
};

/** The path and query within the app. The sign-in page uses it, which has no router. */
export const usePath = (): { path: string; search: string } => {
  const [full] = useBrowserLocation();
  const search = useSearch().replace(/^\?/, "");
  return { path: currentPath(full), search };
};

/** Navigates to a path within the app. */
export const goTo = (path: string, options?: { replace?: boolean }): void =>
  navigate(BASE + path, options);
