import type { ComponentType } from "react";
import type { MessageId } from "../../../i18n/message-id.ts";
import { FigureDialog, NumberDialog } from "./inserts/draft-dialogs.tsx";
import type { InsertDialogProps } from "./inserts/insert-form.tsx";
import { LessonLinkDialog, PartDialog } from "./inserts/lesson-link-dialog.tsx";
import { PictureDialog } from "./inserts/picture-dialog.tsx";
import { TableDialog } from "./inserts/table-dialog.tsx";
import { TermDialog } from "./inserts/term-dialog.tsx";
import { WebLinkDialog } from "./inserts/web-link-dialog.tsx";
import { FilmDialog } from "./media/film-dialog.tsx";
import { SheetDialog } from "./media/sheet-dialog.tsx";

interface Insert {
  readonly id: string;
  readonly label: MessageId;
  readonly Dialog: ComponentType<InsertDialogProps>;
  /** Which texts may have it: those of any kind, or main lessons alone; absent: lessons. */
  readonly of?: "all" | "main";
}

/** What can be put into a lesson by a dialog, in the order of the menu. A new kind is a row here. */
export const INSERTS: readonly Insert[] = [
  { id: "picture", label: "staff-text.insert-picture", Dialog: PictureDialog },
  { id: "table", label: "staff-text.insert-table", Dialog: TableDialog, of: "all" },
  { id: "lesson", label: "staff-text.insert-lesson", Dialog: LessonLinkDialog },
  { id: "web", label: "staff-text.insert-web", Dialog: WebLinkDialog },
  { id: "film", label: "staff-media.insert-film", Dialog: FilmDialog },
  { id: "sheet", label: "staff-media.insert-sheet", Dialog: SheetDialog },
  { id: "part", label: "staff-text.insert-part", Dialog: PartDialog, of: "main" },
  { id: "term", label: "staff-text.insert-term", Dialog: TermDialog, of: "all" },
  { id: "number", label: "staff-text.insert-number", Dialog: NumberDialog },
  { id: "figure", label: "staff-text.insert-figure", Dialog: FigureDialog },
];
