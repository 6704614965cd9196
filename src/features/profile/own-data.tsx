import { PROFILE } from "../../app-context/links.ts";
import { OwnMeasurements } from "./measurements/own-measurements.tsx";
import { PolicySwitches } from "./policies.tsx";

/** What the school keeps of a person: measurement tables, and what they agreed to. */
const OwnData = () => (
  <OwnMeasurements path={PROFILE}>
    <PolicySwitches />
  </OwnMeasurements>
);

export default OwnData;
