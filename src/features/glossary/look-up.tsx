import { useEffect } from "react";
import { useReference } from "../../app-context/reference.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useDesktop } from "../../app-context/use-desktop.ts";
import { matchTerm } from "./term-list.ts";

/** Lets the context menu open the glossary over the screen while somebody is signed in. */
export const LookUp = () => {
  const { termDialog } = useApp();
  const { lookUp } = useDesktop();
  const { glossary } = useReference();
  useEffect(() => {
    lookUp.open = (word) => {
      void glossary.load().then(() => {
        const entry = matchTerm(glossary.state.value ?? [], word);
        termDialog.open(entry?.term ?? word);
      });
    };
    return () => {
      lookUp.open = null;
    };
  }, [glossary, lookUp, termDialog]);
  return null;
};
