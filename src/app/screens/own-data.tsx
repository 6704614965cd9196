import type { Task } from "../../features/profile/measurements/measuring.tsx";
import { OwnData } from "../../features/profile/own-data.tsx";
import { createMeasurements } from "../../services/measurements.ts";
import { createPolicies } from "../../services/policies.ts";
import { lazily } from "../../ui/lazily.tsx";
import type { App } from "../create-app.ts";
import { only } from "../create-inside.ts";
import { personOf } from "../person-of.ts";
import { draftsOf } from "./drafts.ts";
import { plainPart } from "./part.ts";
import type { ScreenProps } from "./screen-props.ts";

const createMeasurementsOf = ({ app }: Pick<ScreenProps, "app">) =>
  createMeasurements({ ...app.machine, send: app.transport.send, personId: personOf(app) });

const createPoliciesOf = ({ app: { transport, machine, session } }: Pick<ScreenProps, "app">) =>
  createPolicies({ send: transport.send, now: machine.now, session });

const Measuring = lazily(
  plainPart<{ app: App; task: Task }>(
    "measuring",
    () => import(/* webpackChunkName: "measuring" */ "./measuring.tsx"),
  ),
);

const OwnDataPart = (props: ScreenProps) => (
  <OwnData
    measurements={only(props, createMeasurementsOf)}
    policies={only(props, createPoliciesOf)}
    drafts={draftsOf(props)}
    session={props.app.session}
    alerts={props.app.alerts}
    path="/profile"
    measuring={(task, key) => <Measuring key={key} app={props.app} task={task} />}
  />
);

export default OwnDataPart;
