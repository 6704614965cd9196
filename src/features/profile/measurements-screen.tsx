import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { useText } from "../../i18n/use-text.ts";
import { OwnMeasurements } from "./measurements/own-measurements.tsx";

/** The measurements on a screen of their own. */
const MeasurementsScreen = () => {
  const text = useText();
  useScreenTitle(text("measurements.title"));
  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1 className="unseen">{text("measurements.title")}</h1>
      <OwnMeasurements />
    </main>
  );
};

export default MeasurementsScreen;
