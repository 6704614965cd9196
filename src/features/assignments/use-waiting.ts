import type { App } from "../../app-context/app.ts";
import { draftsOf } from "../../app-context/drafts.ts";
import { useService } from "../../app-context/service.ts";
import { createWaiting } from "./waiting-assignments.ts";

const create = (app: App) => createWaiting({ send: app.transport.send, drafts: draftsOf(app) });

/** The students' assignments that wait for the signed-in tutor. */
export const useWaiting = () => useService(create);
