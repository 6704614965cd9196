import type { App } from "../../../app-context/app.ts";
import { personIdOf } from "../../../app-context/person-id.ts";
import { useService } from "../../../app-context/service.ts";
import { createMeasurements, type Measurements } from "./measurements-model.ts";

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
