import { useSnapshot } from "valtio";
import FaqScreen from "../../features/faq/faq-screen.tsx";
import { referenceOf } from "./reference.ts";
import type { ScreenProps } from "./screen-props.ts";

const Faq = (props: ScreenProps) => {
  const { name } = useSnapshot(props.app.organisation.state);
  return <FaqScreen reference={referenceOf(props)} organisationName={name} onTerm={props.onTerm} />;
};

export default Faq;
