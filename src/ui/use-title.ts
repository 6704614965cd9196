import { useEffect } from "react";

/** Sets the page's title: `SCREEN · ORGANISATION`. */
export const useTitle = (screen: string, organisation: string): void => {
  useEffect(() => {
    document.title = screen ? `${screen} · ${organisation}` : organisation;
  }, [screen, organisation]);
};
