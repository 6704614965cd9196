import type { App } from "../../../app-context/app.ts";
import { personIdOf } from "../../../app-context/person-id.ts";
import { useService } from "../../../app-context/service.ts";
import { createNotes, type Notes } from "./notes.ts";

const create = (app: App) =>
  createNotes({
    send: app.transport.send,
    storage: app.machine.storage,
    connectivity: app.machine.connectivity,
    personId: personIdOf(app),
  });

/** The notes of the signed-in person. */
export const useNotes = (): Notes => useService(create);
