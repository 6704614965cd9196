import { useEffect } from "react";
import { namedTerm } from "../../domain/named-term.ts";
import { referenceOf } from "../screens/reference.ts";
import type { ScreenProps } from "../screens/screen-props.ts";
import type { LookUpState } from "./desktop-parts.ts";

/** Lets the window's own menu open the glossary over the screen, for as long as there is one. */
export const LookUp = ({ lookUp, ...props }: ScreenProps & { lookUp: LookUpState }) => {
  const { app, services, onTerm } = props;
  useEffect(() => {
    const { glossary } = referenceOf({ app, services });
    lookUp.open = (word) => {
      void glossary.load().then(() => {
        const entry = namedTerm(glossary.state.entries ?? [], word);
        onTerm(entry?.term ?? word);
      });
    };
    return () => {
      lookUp.open = null;
    };
  }, [app, services, onTerm, lookUp]);
  return null;
};
