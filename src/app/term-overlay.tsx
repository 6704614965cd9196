import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { loadOrAlert } from "../app-context/load-or-alert.ts";
import { useApp } from "../app-context/use-app.ts";
import { loadTermDialog, TermDialog } from "../features/glossary/public.ts";

/**
 * The glossary entry over the screen; it closes when the screen changes.
 * @param path the address of the screen
 */
export const TermOverlay = ({ path }: { path: string }) => {
  const app = useApp();
  const { term } = useSnapshot(app.termDialog.state);
  const [isLoaded, setIsLoaded] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the screen is another
  useEffect(() => app.termDialog.close(), [path]);

  useEffect(() => {
    if (term === null || isLoaded) return;
    void loadOrAlert(loadTermDialog, app).then((isThere) => {
      setIsLoaded(isThere);
      if (!isThere) app.termDialog.close();
    });
  }, [app, term, isLoaded]);

  return term !== null && isLoaded ? <TermDialog term={term} /> : null;
};
