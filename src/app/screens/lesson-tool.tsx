import { useSnapshot } from "valtio";
import type { LessonToolProps } from "../../features/lessons/lesson-tools.tsx";
import LessonTool from "../../features/lessons/tools/lesson-tool.tsx";
import { createNotes } from "../../features/lessons/tools/notes.ts";
import { fetchPatternSheet } from "../../features/lessons/tools/pattern-sheet.ts";
import { only } from "../create-inside.ts";
import type { ScreenProps } from "./screen-props.ts";

const createNotesOf = ({ app }: Pick<ScreenProps, "app">) => {
  const { user } = app.session.state;
  return createNotes({
    send: app.transport.send,
    storage: app.machine.storage,
    connectivity: app.machine.connectivity,
    // A school need not number its people.
    personId: user?.id || user?.username || 0,
  });
};

const Tool = (props: LessonToolProps & Pick<ScreenProps, "app" | "services">) => {
  const { app, services } = props;
  const { name } = useSnapshot(app.organisation.state);
  return (
    <LessonTool
      {...props}
      notes={only(props, createNotesOf)}
      files={services.files}
      organisationName={name}
      fetchSheet={(product, title) => fetchPatternSheet(app.transport.sendForBytes, product, title)}
    />
  );
};

export default Tool;
