import type { App } from "../../app-context/app.ts";
import { useService } from "../../app-context/service.ts";
import { deskCountsOf } from "./desk-counts.ts";
import { createQueue } from "./queue.ts";

const create = (app: App) => {
  const counts = deskCountsOf(app);
  const { send } = app.transport;
  return { counts, queue: createQueue({ send, onCounts: counts.show }) };
};

/** The desk of the signed-in tutor. */
export const useDesk = () => useService(create);
