import { subscribe } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { createAppAttachments } from "../../app-context/attachments.ts";
import { useService } from "../../app-context/service.ts";
import { unseenOf } from "../../app-context/unseen.ts";
import { unsentTextsOf } from "../../app-context/unsent-texts.ts";
import { createSendForm } from "../../transport/send-form.ts";
import { type Assignments, createAssignments } from "./assignments.ts";

const create = (app: App) => {
  const { send, sendForBytes } = app.transport;
  const news = unseenOf(app);
  const assignments = createAssignments({
    send,
    sendForBytes,
    sendForm: createSendForm(send),
    unsentTexts: unsentTextsOf(app),
    createAttachments: () => createAppAttachments(app),
    randomHex: app.machine.randomHex,
    onSeen: news.seen,
  });
  subscribe(news.state, () => void assignments.follow(news.state.known.answers));
  return assignments;
};

/** The assignments of the signed-in person. */
export const useAssignments = (): Assignments => useService(create);
