import { useEffect } from "react";

/** Names the page: `SCREEN · ORGANISATION`. */
export const useTitle = (screen: string, organisation: string): void => {
  useEffect(() => {
    document.title = screen ? `${screen} · ${organisation}` : organisation;
  }, [screen, organisation]);
};
