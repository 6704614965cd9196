import { type MouseEvent, useState } from "react";
import { loadOrAlert } from "../../app-context/load-or-alert.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { Lesson } from "../../contract/content.ts";
import type { Selection } from "../../core/study.ts";
import { patternSheet } from "../../domain/lesson-package.ts";
import { useText } from "../../i18n/use-text.ts";
import { LessonTool, loadLessonTool } from "./chunks.ts";
import styles from "./lesson-view.module.css";

export interface LessonToolsProps {
  lesson: Lesson;
  selection: Selection;
}

/** What one can do with a lesson besides studying it. The tools themselves are fetched when used. */
export const LessonTools = ({ lesson, selection }: LessonToolsProps) => {
  const app = useApp();
  const text = useText();
  const [note, setNote] = useState(false);
  // A number beside it, so that it can be begun anew.
  const [action, setAction] = useState<{ tool: "print" | "sheet"; time: number } | null>(null);
  const sheet = patternSheet(selection.product, selection.course, lesson);
  const props = { lesson, selection, sheet };
  const load = () => loadOrAlert(loadLessonTool, app);
  const start = (tool: "print" | "sheet", event: MouseEvent) => {
    event.preventDefault();
    // The second press of a double click asks for nothing more.
    if (event.detail > 1) return;
    void load().then((loaded) => {
      if (loaded) setAction((last) => ({ tool, time: (last?.time ?? 0) + 1 }));
    });
  };

  return (
    <>
      <div className={styles.tools}>
        <button
          type="button"
          className="button quiet"
          aria-expanded={note}
          onClick={() => (note ? setNote(false) : void load().then(setNote))}
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
        <LessonTool
          key={action.time}
          {...props}
          tool={action.tool}
          onDone={() => setAction(null)}
        />
      ) : null}
      {note ? <LessonTool {...props} tool="note" onDone={() => setNote(false)} /> : null}
    </>
  );
};
