import { useSnapshot } from "valtio";
import { MeasurementsScreen } from "../../features/profile/measurements-screen.tsx";
import { OwnMeasurements } from "../screens/own-data.tsx";
import type { ScreenProps } from "../screens/screen-props.ts";
import { MEASUREMENTS } from "./desktop-paths.ts";

/** The measurements kept on this machine. */
const OwnMeasurementsScreen = (props: ScreenProps) => {
  const { name } = useSnapshot(props.app.organisation.state);
  return (
    <MeasurementsScreen organisationName={name}>
      <OwnMeasurements {...props} path={MEASUREMENTS} />
    </MeasurementsScreen>
  );
};

export default OwnMeasurementsScreen;
