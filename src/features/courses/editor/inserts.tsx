import type { ComponentType } from "react";
import type { MessageId } from "../../../i18n/message-id.ts";
import type { InsertDialogProps } from "./inserts/insert-dialog.ts";
import { LessonLinkDialog } from "./inserts/lesson-link-dialog.tsx";
import { FilmDialog } from "./media/film-dialog.tsx";
import { SheetDialog } from "./media/sheet-dialog.tsx";

interface Insert {
  readonly id: string;
  /** The name of its button. */
  readonly label: MessageId;
  readonly Dialog: ComponentType<InsertDialogProps>;
}

/** What can be put into a lesson by a dialog, in the order of the toolbar. A new kind is a row here. */
export const INSERTS: readonly Insert[] = [
  { id: "lesson", label: "staff-text.insert-lesson", Dialog: LessonLinkDialog },
  { id: "film", label: "staff-media.insert-film", Dialog: FilmDialog },
  { id: "sheet", label: "staff-media.insert-sheet", Dialog: SheetDialog },
];
