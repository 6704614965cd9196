import { subscribe } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { createAppAttachments } from "../../app-context/attachments.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { useService } from "../../app-context/service.ts";
import { unseenOf } from "../../app-context/unseen.ts";
import { unsentTextsOf } from "../../app-context/unsent-texts.ts";
import { unreadIn } from "../../domain/conversations.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { createSendForm } from "../../transport/send-form.ts";
import { createMessages } from "./messages.ts";
import { createUnsentMessages } from "./unsent-messages.ts";

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
  const unsentMessages = createUnsentMessages({
    messages,
    unsentTexts: unsentTextsOf(app),
    createAttachments: () => createAppAttachments(app),
    randomHex: app.machine.randomHex,
  });
  return { messages, unsentMessages };
};

/** The conversations with the tutors, and the messages that are not sent yet. */
export const useTutorTalk = () => useService(create);
