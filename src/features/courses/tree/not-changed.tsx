import { useSnapshot } from "valtio";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import type { FailureTable } from "../../../core/match-failure.ts";
import { useTree } from "./tree-service.ts";

const MESSAGES = {
  "content/entry_not_editable": "staff-tree.not-editable",
  "content/too_many_files": "staff-tree.too-many",
  "content/picture_too_large": "staff-editor.picture-too-large",
  "content/no_source": "staff-editor.no-source",
  "content/conflict": "staff-content.undo-conflict",
  "content/unknown_version": "staff-content.undo-unknown",
  refused: "staff-tree.refused",
  else: "staff-tree.not-changed",
} as const satisfies FailureTable;

/** Why the last change was not made. A dialog says it, too: what is behind it is not seen. */
export const NotChanged = () => {
  const { failure } = useSnapshot(useTree().state);
  return <FailureNotice failure={failure} messages={MESSAGES} />;
};
