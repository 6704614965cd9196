export const AUTHORIZATION = "/authorization";

/** `?next=…` for where somebody wanted to go; nothing for the main page. */
export const nextParameter = (path: string, search: string): string => {
  const wanted = path + (search ? `?${search}` : "");
  return wanted === "/" || wanted.startsWith(AUTHORIZATION)
    ? ""
    : `?next=${encodeURIComponent(wanted)}`;
};

/** Where to go after signing in. Only paths of this app: an address from outside leads to Main. */
export const wantedPath = (search: string): string => {
  const next = new URLSearchParams(search).get("next") ?? "/";
  // As a browser reads it: dots and back slashes can lead out of the app, or back to the form.
  const { pathname } = new URL(`/app${next}`, "http://school");
  const inside = /^\/app\/(?!\/)/.test(pathname);
  return inside && !pathname.startsWith(`/app${AUTHORIZATION}`) ? next : "/";
};
