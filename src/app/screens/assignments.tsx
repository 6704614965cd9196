import { useSnapshot } from "valtio";
import { createAssignments } from "../../features/assignments/assignments.ts";
import AssignmentsScreen from "../../features/assignments/assignments-screen.tsx";
import { shrinkPhoto } from "../../platform/web/shrink-photo.ts";
import { createSendForm } from "../../transport/send-form.ts";
import { only } from "../create-inside.ts";
import { lessonPath } from "../paths.ts";
import { draftsOf } from "./drafts.ts";
import type { ScreenProps } from "./screen-props.ts";

const createAssignmentsOf = (props: Pick<ScreenProps, "app" | "services">) => {
  const { transport, machine, session } = props.app;
  const { send, sendForBytes } = transport;
  return createAssignments({
    send,
    sendForBytes,
    sendForm: createSendForm(send),
    drafts: draftsOf(props),
    shrink: shrinkPhoto,
    randomHex: machine.randomHex,
    level: () => session.state.level,
  });
};

const Assignments = (props: ScreenProps) => {
  const { app, services } = props;
  const { name } = useSnapshot(app.organisation.state);
  return (
    <AssignmentsScreen
      assignments={only(props, createAssignmentsOf)}
      courses={services.courses}
      organisationName={name}
      lessonPath={lessonPath}
    />
  );
};

export default Assignments;
