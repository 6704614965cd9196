import { useLocation } from "wouter";
import { DESK } from "../../app-context/desk-links.ts";
import { createKeptPlace, KeptPlace } from "../../app-context/kept-place.tsx";
import { ASSIGNMENTS } from "../../app-context/links.ts";

export const place = createKeptPlace("unseen-height.v1");

/** Whether new answers are said above a screen: not where the answers are, nor at the desk. */
export const hasPlace = (path: string): boolean =>
  path !== ASSIGNMENTS && path !== DESK && !path.startsWith(`${DESK}/`);

/** The place of the notice until its code is there. */
export const UnseenPlace = () => {
  const [path] = useLocation();
  return hasPlace(path) ? <KeptPlace of={place} /> : null;
};
