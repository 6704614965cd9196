import { useSnapshot } from "valtio";
import HowToStudyScreen from "../../features/how-to-study/how-to-study-screen.tsx";
import { referenceOf } from "./reference.ts";
import type { ScreenProps } from "./screen-props.ts";

const HowToStudy = (props: ScreenProps) => {
  const { name } = useSnapshot(props.app.organisation.state);
  return (
    <HowToStudyScreen
      reference={referenceOf(props)}
      courses={props.services.courses}
      place={props.services.place}
      organisationName={name}
      onTerm={props.onTerm}
    />
  );
};

export default HowToStudy;
