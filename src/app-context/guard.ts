export const AUTHORIZATION = "/authorization";

/** The query `?next=…` with the requested path; empty for the main page. */
export const nextParameter = (path: string, search: string): string => {
  const wanted = path + (search ? `?${search}` : "");
  return wanted === "/" || wanted.startsWith(AUTHORIZATION)
    ? ""
    : `?next=${encodeURIComponent(wanted)}`;
};

/** The path to open after signing in, from `?next=…`. An address outside of the app becomes `/`. */
export const wantedPath = (search: string): string => {
  const next = new URLSearchParams(search).get("next") ?? "/";
  // Parsed like a browser does: dots and backslashes can lead out of the app, or back to the form.
  const { pathname } = new URL(`/app${next}`, "http://school");
  const inside = /^\/app\/(?!\/)/.test(pathname);
  return inside && !pathname.startsWith(`/app${AUTHORIZATION}`) ? next : "/";
};
