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
  return /^\/(?![/\\])/.test(next) && !next.startsWith(AUTHORIZATION) ? next : "/";
};
