import { subscribe } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { draftsOf } from "../../app-context/drafts.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { useService } from "../../app-context/service.ts";
import { unseenOf } from "../../app-context/unseen.ts";
import { createAttachments } from "../../core/attachments.ts";
import { unreadIn } from "../../domain/conversations.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { createSendForm } from "../../transport/send-form.ts";
import { shrinkPhoto } from "../../ui/shrink-photo.ts";
import { createMessageDrafts } from "./message-drafts.ts";
import { createMessages } from "./messages.ts";

const create = (app: App) => {
  const { send, base } = app.transport;
  const messages = createMessages({
    send,
    sendForm: createSendForm(send),
    base,
    personId: personIdOf(app),
    unansweredFirst: app.session.state.level >= TUTOR_LEVEL,
  });
  const news = unseenOf(app);
  news.follow(messages.load);
  subscribe(messages.inbox, () => {
    const { value } = messages.inbox;
    if (value) news.showUnread(unreadIn(value.conversations));
  });
  const drafts = createMessageDrafts({
    messages,
    drafts: draftsOf(app),
    createAttachments: () => createAttachments(shrinkPhoto),
    randomHex: app.machine.randomHex,
  });
  return { messages, drafts };
};

/** The conversations with the tutors, and the message drafts. */
export const useTutorTalk = () => useService(create);
