import { useIntl } from "react-intl";
import type { Lesson } from "../../../contract/content.ts";
import type { Selection } from "../../../core/study.ts";
import { patternSheet } from "../../../domain/lesson-package.ts";
import { NoteSlip } from "./note-slip.tsx";
import { PrintedLesson } from "./printed-lesson.tsx";
import { SheetDownload } from "./sheet-download.tsx";

interface LessonToolProps {
  tool: "note" | "print" | "sheet";
  lesson: Lesson;
  selection: Selection;
  /** Called when the tool has finished or was closed. */
  onDone: () => void;
}

const LessonTool = ({ tool, lesson, selection, onDone }: LessonToolProps) => {
  const { locale } = useIntl();
  if (tool === "note") return <NoteSlip lessonId={lesson.dbid} onClose={onDone} />;
  if (tool === "print") {
    return <PrintedLesson lesson={lesson} selection={selection} onDone={onDone} />;
  }
  const { productKey, product, course } = selection;
  return (
    <SheetDownload productKey={productKey} name={patternSheet(product, course, lesson, locale)} />
  );
};

export default LessonTool;
