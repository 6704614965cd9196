import { PROFILE } from "../../app-context/links.ts";
import { OwnMeasurements } from "./measurements/own-measurements.tsx";
import { PolicySwitches } from "./policies.tsx";

/** The person's data at the school: measurement tables and policies. */
const OwnData = () => (
  <OwnMeasurements path={PROFILE}>
    <PolicySwitches />
  </OwnMeasurements>
);

export default OwnData;
