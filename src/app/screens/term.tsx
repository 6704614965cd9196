import TermDialog from "../../features/glossary/term-dialog.tsx";
import { glossaryPath } from "../paths.ts";
import { referenceOf } from "./reference.ts";
import type { ScreenProps } from "./screen-props.ts";

const Term = (props: ScreenProps & { term: string; onClose: () => void }) => (
  <TermDialog
    term={props.term}
    reference={referenceOf(props)}
    files={props.services.files}
    glossaryPath={glossaryPath}
    onTerm={props.onTerm}
    onClose={props.onClose}
  />
);

export default Term;
