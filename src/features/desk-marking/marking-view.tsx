import { useCallback, useState } from "react";
import type { DrawnPage } from "../../contract/drawing.ts";
import { useText } from "../../i18n/use-text.ts";
import { openDocument, useDocument } from "../../ui/open-document.ts";
import { documentFailureMessages } from "./failure-messages.ts";
import styles from "./marking.module.css";
import { MarkingEditor } from "./marking-editor.tsx";
import { unitOfPlace } from "./place-unit.ts";

export interface MarkingViewProps {
  file: Blob;
  /** The media type. */
  type: string;
  name: string;
  /** What has been drawn. The editor takes it once: another drawing needs another `key`. */
  pages: readonly DrawnPage[];
  readOnly?: boolean;
  /** How often the person has asked to pin a comment, by a key of the desk. */
  asksForPin?: number;
  /** Called after each change with the pages that are drawn on or turned. */
  onChange?: (pages: readonly DrawnPage[]) => void;
  /** How the file is opened; photos and PDFs as the browser shows them. */
  open?: typeof openDocument;
}

/** A file of a hand-in, large, to look at and to draw on. */
const MarkingView = ({
  file,
  type,
  name,
  pages,
  readOnly = false,
  asksForPin = 0,
  onChange = () => {},
  open = openDocument,
}: MarkingViewProps) => {
  const text = useText();
  const opened = useDocument(useCallback(() => open(file, type), [open, file, type]));
  const [broken, setBroken] = useState<Blob | null>(null);

  if (!opened) {
    return (
      <p role="status" className={styles.loading}>
        {text("marking.loading")}
      </p>
    );
  }
  if (!opened.ok || broken === file) {
    const kind = opened.ok ? "damaged" : opened.failure.kind;
    return (
      <p role="status" className={styles.loading}>
        {text(documentFailureMessages[kind])}
      </p>
    );
  }
  return (
    <MarkingEditor
      document={opened.value}
      name={name}
      pages={pages}
      unit={unitOfPlace(navigator.language)}
      readOnly={readOnly}
      asksForPin={asksForPin}
      onChange={onChange}
      onFail={() => setBroken(file)}
    />
  );
};

export default MarkingView;
