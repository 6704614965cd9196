import type { App } from "../../../app-context/app.ts";
import { draftsOf } from "../../../app-context/drafts.ts";
import { useService } from "../../../app-context/service.ts";
import { createMessageToMany } from "./message-to-many.ts";

const create = (app: App) =>
  createMessageToMany({
    send: app.transport.send,
    drafts: draftsOf(app),
    randomHex: app.machine.randomHex,
  });

/** The message to several students that the signed-in tutor is writing. */
export const useMessageToMany = () => useService(create);
