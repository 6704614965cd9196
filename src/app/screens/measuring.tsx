import { Measuring, type Task } from "../../features/profile/measurements/measuring.tsx";
import type { App } from "../create-app.ts";

const MeasuringPart = ({ task }: { app: App; task: Task }) => <Measuring {...task} />;

export default MeasuringPart;
