import { useSnapshot } from "valtio";
import GlossaryScreen from "../../features/glossary/glossary-screen.tsx";
import { glossaryPath } from "../paths.ts";
import { referenceOf } from "./reference.ts";
import type { ScreenProps } from "./screen-props.ts";

const Glossary = (props: ScreenProps) => {
  const { name } = useSnapshot(props.app.organisation.state);
  return (
    <GlossaryScreen
      reference={referenceOf(props)}
      files={props.services.files}
      organisationName={name}
      glossaryPath={glossaryPath}
    />
  );
};

export default Glossary;
