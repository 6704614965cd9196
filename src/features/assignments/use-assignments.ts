import type { App } from "../../app-context/app.ts";
import { createAppAttachments } from "../../app-context/attachments.ts";
import { draftsOf } from "../../app-context/drafts.ts";
import { useService } from "../../app-context/service.ts";
import { createSendForm } from "../../transport/send-form.ts";
import { type Assignments, createAssignments } from "./assignments.ts";

const create = (app: App) => {
  const { send, sendForBytes } = app.transport;
  return createAssignments({
    send,
    sendForBytes,
    sendForm: createSendForm(send),
    drafts: draftsOf(app),
    createAttachments: () => createAppAttachments(app),
    randomHex: app.machine.randomHex,
  });
};

/** The assignments of the signed-in person. */
export const useAssignments = (): Assignments => useService(create);
