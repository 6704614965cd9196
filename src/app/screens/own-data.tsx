import { createMeasurements } from "../../features/profile/measurements/measurements-model.ts";
import type { Task } from "../../features/profile/measurements/measuring.tsx";
import { OwnData } from "../../features/profile/own-data.tsx";
import { createPolicies, type Policies } from "../../features/profile/policies-model.ts";
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

export interface OwnMeasurementsProps extends ScreenProps {
  /** The address of the screen that they stand on. */
  path: string;
  /** What the person agreed to; absent where there is no school to agree with. */
  policies?: Policies;
}

export const OwnMeasurements = ({ path, policies, ...props }: OwnMeasurementsProps) => (
  <OwnData
    measurements={only(props, createMeasurementsOf)}
    policies={policies}
    drafts={draftsOf(props)}
    session={props.app.session}
    alerts={props.app.alerts}
    path={path}
    measuring={(task, key) => <Measuring key={key} app={props.app} task={task} />}
  />
);

const OwnDataPart = (props: ScreenProps) => (
  <OwnMeasurements {...props} path="/profile" policies={only(props, createPoliciesOf)} />
);

export default OwnDataPart;
