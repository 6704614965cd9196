import type { Lesson } from "../../../contract/content.ts";
import type { Selection } from "../../../core/study.ts";
import { NoteSlip } from "./note-slip.tsx";
import { PrintedLesson } from "./printed-lesson.tsx";
import { SheetDownload } from "./sheet-download.tsx";

export interface LessonToolProps {
  tool: "note" | "print" | "sheet";
  lesson: Lesson;
  selection: Selection;
  /** The name of the package's sheet among the assets. */
  sheet: string;
  /** Called when the tool has finished or was closed. */
  onDone: () => void;
}

/** A tool of a lesson in use. */
const LessonTool = ({ tool, lesson, selection, sheet, onDone }: LessonToolProps) => {
  if (tool === "note") return <NoteSlip lessonId={lesson.dbid} />;
  if (tool === "print") {
    return <PrintedLesson lesson={lesson} selection={selection} onDone={onDone} />;
  }
  return <SheetDownload productKey={selection.productKey} name={sheet} />;
};

export default LessonTool;
