import { OwnData } from "../../features/profile/own-data.tsx";
import { createMeasurements } from "../../services/measurements.ts";
import { createPolicies } from "../../services/policies.ts";
import { only } from "../create-inside.ts";
import { draftsOf } from "./drafts.ts";
import type { ScreenProps } from "./screen-props.ts";

const createMeasurementsOf = ({ app: { transport, machine, session } }: Pick<ScreenProps, "app">) =>
  createMeasurements({
    send: transport.send,
    storage: machine.storage,
    randomHex: machine.randomHex,
    personId: session.state.user?.id ?? 0,
  });

const createPoliciesOf = ({ app: { transport, machine, session } }: Pick<ScreenProps, "app">) =>
  createPolicies({ send: transport.send, now: machine.now, session });

const OwnDataPart = (props: ScreenProps) => (
  <OwnData
    measurements={only(props, createMeasurementsOf)}
    policies={only(props, createPoliciesOf)}
    drafts={draftsOf(props)}
    session={props.app.session}
    alerts={props.app.alerts}
    path="/profile"
  />
);

export default OwnDataPart;
