import { useEffect, useLayoutEffect, useState } from "react";
import { upTo, type VIEWPORT } from "../ui/viewport.ts";

/** Whether the window is of this class of the specification, or narrower. */
export const useUpTo = (size: keyof typeof VIEWPORT): boolean => {
  const [narrow, setNarrow] = useState(() => matchMedia(upTo(size)).matches);
  useEffect(() => {
    const query = matchMedia(upTo(size));
    const look = () => setNarrow(query.matches);
    look();
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, [size]);
  return narrow;
};

/**
 * Whether a narrow screen shows a bar with the main pages. While it does, the page leaves room for the bar, so that
 * nothing moves when the bar has been loaded.
 * @param hasBar whether the page has such a bar
 */
export const useNarrowScreen = (hasBar: boolean): boolean => {
  const narrow = useUpTo("md");
  const isShown = hasBar && narrow;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-bar", isShown);
    return () => document.documentElement.removeAttribute("data-bar");
  }, [isShown]);
  return isShown;
};
