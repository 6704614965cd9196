import { subscribe } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { draftsOf } from "../../app-context/drafts.ts";
import { useService } from "../../app-context/service.ts";
import { unseenOf } from "../../app-context/unseen.ts";
import { createSendForm } from "../../transport/send-form.ts";
import { shrinkPhoto } from "../../ui/shrink-photo.ts";
import { type Assignments, createAssignments } from "./assignments.ts";

const create = (app: App) => {
  const { send, sendForBytes } = app.transport;
  const news = unseenOf(app);
  const assignments = createAssignments({
    send,
    sendForBytes,
    sendForm: createSendForm(send),
    drafts: draftsOf(app),
    shrink: shrinkPhoto,
    randomHex: app.machine.randomHex,
    onSeen: news.seen,
  });
  subscribe(news.state, () => void assignments.follow(news.state.known.answers));
  return assignments;
};

/** The assignments of the signed-in person. */
export const useAssignments = (): Assignments => useService(create);
