import { createMeasurements, type Measurements } from "../core/measurements.ts";
import type { App } from "./app.ts";
import { personIdOf } from "./person-id.ts";
import { serviceOf } from "./service.ts";
import { useApp } from "./use-app.ts";

const create = (app: App) => {
  const { token } = app.session.state;
  const measurements = createMeasurements({
    ...app.machine,
    send: app.transport.send,
    personId: personIdOf(app),
    isOver: () => app.session.state.token !== token,
  });
  const leave = app.tabs.subscribe(measurements.reread);
  const stop = app.onSessionEnd(() => {
    leave();
    stop();
  });
  return measurements;
};

/** The measurement tables of the signed-in person. */
export const measurementsOf = (app: App): Measurements => serviceOf(app, create);

export const useMeasurements = (): Measurements => measurementsOf(useApp());
