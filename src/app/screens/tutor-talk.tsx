import { useSnapshot } from "valtio";
import { useLocation, useSearch } from "wouter";
import { createAttachments } from "../../core/attachments.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { createLetters } from "../../features/tutor-talk/message-drafts.ts";
import { createMessages } from "../../features/tutor-talk/messages.ts";
import TutorTalkScreen from "../../features/tutor-talk/tutor-talk-screen.tsx";
import { shrinkPhoto } from "../../platform/web/shrink-photo.ts";
import { createSendForm } from "../../transport/send-form.ts";
import { only } from "../create-inside.ts";
import { NEW_MESSAGE, TUTOR_TALK, threadPath } from "../paths.ts";
import { personOf } from "../person-of.ts";
import { draftsOf } from "./drafts.ts";
import type { ScreenProps } from "./screen-props.ts";

const createTutorTalk = (props: Pick<ScreenProps, "app" | "services">) => {
  const { session, transport, machine, alerts } = props.app;
  const { level } = session.state;
  const { send } = transport;
  const sendForm = createSendForm(send);
  const forTutor = level >= TUTOR_LEVEL;
  const messages = createMessages({
    send,
    sendForm,
    personId: personOf(props.app),
    unansweredFirst: forTutor,
  });
  const letters = createLetters({
    messages,
    drafts: draftsOf(props),
    createAttachments: () => createAttachments(shrinkPhoto),
    randomHex: machine.randomHex,
  });
  return { messages, letters, alerts };
};

const TutorTalk = (props: ScreenProps) => {
  const { app } = props;
  const { name } = useSnapshot(app.organisation.state);
  const { level } = useSnapshot(app.session.state);
  const [, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  return (
    <TutorTalkScreen
      services={only(props, createTutorTalk)}
      personId={personOf(app)}
      isTutor={level >= TUTOR_LEVEL}
      organisationName={name}
      open={search.get("thread")}
      isNew={search.has("new")}
      threadPath={threadPath}
      newPath={NEW_MESSAGE}
      listPath={TUTOR_TALK}
      onGo={navigate}
    />
  );
};

export default TutorTalk;
