import type { Files } from "../../../core/files.ts";
import type { LessonToolProps } from "../lesson-tools.tsx";
import { NoteSlip } from "./note-slip.tsx";
import type { Notes } from "./notes.ts";
import { PrintedLesson } from "./printed-lesson.tsx";
import { SheetDownload } from "./sheet-download.tsx";

export interface LessonToolServices {
  notes: Notes;
  files: Files;
  organisationName: string;
  fetchSheet: (product: string, name: string) => Promise<Blob | null>;
}

/** A tool of a lesson in use. */
const LessonTool = (props: LessonToolProps & LessonToolServices) => {
  if (props.tool === "note") {
    return <NoteSlip notes={props.notes} lessonId={props.lesson.dbid} />;
  }
  if (props.tool === "print") return <PrintedLesson {...props} />;
  const product = props.selection.productKey;
  return (
    <SheetDownload name={props.sheet} fetchSheet={(name) => props.fetchSheet(product, name)} />
  );
};

export default LessonTool;
