import { createMeasurements, type Measurements } from "../core/measurements.ts";
import type { App } from "./app.ts";
import { personIdOf } from "./person-id.ts";
import { useService } from "./service.ts";

const create = (app: App) => {
  const { token } = app.session.state;
  return createMeasurements({
    ...app.machine,
    send: app.transport.send,
    personId: personIdOf(app),
    isOver: () => app.session.state.token !== token,
  });
};

/** The measurement tables of the signed-in person. */
export const useMeasurements = (): Measurements => useService(create);
