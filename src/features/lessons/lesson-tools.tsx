import { type MouseEvent, type ReactNode, useState } from "react";
import { useSnapshot } from "valtio";
import { loadOrAlert } from "../../app-context/load-or-alert.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { Lesson } from "../../contract/content.ts";
import type { Selection } from "../../core/study.ts";
import { sentPackage } from "../../domain/lesson-package.ts";
import { useText } from "../../i18n/use-text.ts";
import { LessonTool, loadLessonTool } from "./chunks.ts";
import styles from "./lesson-view.module.css";

export interface LessonToolsProps {
  lesson: Lesson;
  selection: Selection;
  /** Further tools. */
  children?: ReactNode;
}

/** The tools of a lesson: note, print and pattern sheet. Their code is fetched when one is used. */
export const LessonTools = ({ lesson, selection, children }: LessonToolsProps) => {
  const app = useApp();
  const text = useText();
  const [note, setNote] = useState(false);
  const { noted } = useSnapshot(app.progress.state);
  // The number changes when the same tool is opened again, which restarts it.
  const [action, setAction] = useState<{ tool: "print" | "sheet"; time: number } | null>(null);
  const sheet = sentPackage(selection.product, selection.course, lesson)?.pdf;
  const props = { lesson, selection };
  const load = () => loadOrAlert(loadLessonTool, app);
  const start = (tool: "print" | "sheet", event: MouseEvent) => {
    event.preventDefault();
    // Ignores the second press of a double click.
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
          {text(noted[lesson.dbid] ? "lesson.own-note" : "lesson.note")}
        </button>
        <button type="button" className="button quiet" onClick={(event) => start("print", event)}>
          {text("lesson.print")}
        </button>
        {sheet ? (
          // biome-ignore lint/a11y/useValidAnchor: it links to a file that is fetched with the token
          <a className="button quiet" href="#sheet" onClick={(event) => start("sheet", event)}>
            {text("lesson.pattern-sheet")}
          </a>
        ) : null}
        {children}
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
