import { type ComponentType, type MouseEvent, useState } from "react";
import type { Lesson } from "../../contract/content.ts";
import type { Selection } from "../../core/study.ts";
import { patternSheet } from "../../domain/lesson-package.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./lesson-view.module.css";

export interface LessonToolProps {
  tool: "note" | "print" | "sheet";
  lesson: Lesson;
  selection: Selection;
  /** The name of the package's sheet among the assets. */
  sheet: string;
  /** Done, or closed. */
  onDone: () => void;
}

export interface LessonToolsProps {
  lesson: Lesson;
  selection: Selection;
  /** What the tools do. */
  Tool: ComponentType<LessonToolProps>;
  /** Fetches it; no use is made of it when it does not arrive. */
  loadTool: () => Promise<boolean>;
}

/** What one can do with a lesson besides studying it. The tools themselves are fetched when used. */
export const LessonTools = ({ lesson, selection, Tool, loadTool }: LessonToolsProps) => {
  const text = useText();
  const [note, setNote] = useState(false);
  // A number beside it, so that it can be begun anew.
  const [action, setAction] = useState<{ tool: "print" | "sheet"; time: number } | null>(null);
  const sheet = patternSheet(selection.product, selection.course, lesson);
  const props = { lesson, selection, sheet };
  const start = (tool: "print" | "sheet", event: MouseEvent) => {
    event.preventDefault();
    // The second press of a double click asks for nothing more.
    if (event.detail > 1) return;
    void loadTool().then((there) => {
      if (there) setAction((last) => ({ tool, time: (last?.time ?? 0) + 1 }));
    });
  };

  return (
    <>
      <div className={styles.tools}>
        <button
          type="button"
          className="button quiet"
          aria-expanded={note}
          onClick={() => (note ? setNote(false) : void loadTool().then(setNote))}
        >
          {text("lesson.note")}
        </button>
        <button type="button" className="button quiet" onClick={(event) => start("print", event)}>
          {text("lesson.print")}
        </button>
        {sheet ? (
          // biome-ignore lint/a11y/useValidAnchor: it leads to a file, which takes the token to fetch
          <a className="button quiet" href="#sheet" onClick={(event) => start("sheet", event)}>
            {text("lesson.pattern-sheet")}
          </a>
        ) : null}
      </div>
      {action ? (
        <Tool key={action.time} {...props} tool={action.tool} onDone={() => setAction(null)} />
      ) : null}
      {note ? <Tool {...props} tool="note" onDone={() => setNote(false)} /> : null}
    </>
  );
};
