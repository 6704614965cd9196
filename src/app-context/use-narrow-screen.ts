import { useEffect, useLayoutEffect, useState } from "react";
import { upTo } from "../ui/viewport.ts";

/** The screens with a bar, such as a phone that is held upright. */
const NARROW = upTo("xs");

/**
 * Whether the screen is as narrow as a phone's, and shows a bar with the main pages. While it does,
 * the page leaves room for the bar, so that nothing moves when the bar has been loaded.
 * @param hasBar whether the build has such a bar
 */
export const useNarrowScreen = (hasBar: boolean): boolean => {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const look = () => setNarrow(query.matches);
    look();
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  const isShown = hasBar && narrow;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-bar", isShown);
    return () => document.documentElement.removeAttribute("data-bar");
  }, [isShown]);
  return isShown;
};
