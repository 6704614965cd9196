import { useLocation } from "wouter";
import { DESK } from "../../app-context/desk-links.ts";
import { ASSIGNMENTS } from "../../app-context/links.ts";
import { createReservedSpace, ReservedSpace } from "../../app-context/reserved-space.tsx";

export const space = createReservedSpace("unseen-height.v1");

/** Whether new answers are said above a screen: not where the answers are, nor at the desk. */
export const showsUnseen = (path: string): boolean =>
  path !== ASSIGNMENTS && path !== DESK && !path.startsWith(`${DESK}/`);

/** The space of the notice until its code is there. */
export const UnseenSpace = () => {
  const [path] = useLocation();
  return showsUnseen(path) ? <ReservedSpace of={space} /> : null;
};
