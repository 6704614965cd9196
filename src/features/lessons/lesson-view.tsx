import {
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { useSnapshot } from "valtio";
import { Link, useLocation, useSearch } from "wouter";
import { lessonPath } from "../../app-context/links.ts";
import { loadOrAlert } from "../../app-context/load-or-alert.ts";
import { Title } from "../../app-context/title.tsx";
import { useApp } from "../../app-context/use-app.ts";
import type { Lesson } from "../../contract/content.ts";
import type { Id } from "../../contract/wire.ts";
import { type LessonText, lessonText } from "../../core/lessons.ts";
import type { Selection } from "../../core/study.ts";
import { readingMinutes, sectionPlace } from "../../domain/lesson-facts.ts";
import { sentPackage } from "../../domain/lesson-package.ts";
import { mainLessonOf } from "../../domain/menu-position.ts";
import { titleIn, translated } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { EveryPicture } from "../../ui/every-picture.ts";
import { LessonTool, loadLessonTool } from "./chunks.ts";
import { LessonHtml } from "./lesson-html.tsx";
import type { LessonModel } from "./lesson-model.ts";
import { LessonNeighbours, LessonPager, SubLessons } from "./lesson-neighbours.tsx";
import styles from "./lesson-view.module.css";
import { ReadAloudButton } from "./read-aloud/read-aloud-button.tsx";
import { usePageSwipe } from "./use-page-swipe.ts";

interface LessonToolsProps {
  lesson: Lesson;
  selection: Selection;
  /** Called when the lesson is to be printed, and when that is over. */
  onPrinting: (isPrinting: boolean) => void;
  /** Further tools. */
  children?: ReactNode;
}

/** The tools of a lesson: note, print and pattern sheet. Their code is fetched when one is used. */
const LessonTools = ({ lesson, selection, onPrinting, children }: LessonToolsProps) => {
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
      if (!loaded) return;
      setAction((last) => ({ tool, time: (last?.time ?? 0) + 1 }));
      onPrinting(tool === "print");
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
          onDone={() => {
            setAction(null);
            onPrinting(false);
          }}
        />
      ) : null}
      {note ? <LessonTool {...props} tool="note" onDone={() => setNote(false)} /> : null}
    </>
  );
};

interface LessonFactsProps {
  /** The lesson, or a sub-lesson's main lesson. */
  placed: Lesson;
  content: LessonText;
  selection: Selection;
}

/** Where a lesson stands in its section, and how long it takes to read. */
export const LessonFacts = ({ placed, content, selection }: LessonFactsProps) => {
  const text = useText();
  const reads = useReads();
  const place = sectionPlace(selection.menus, selection.product.lessons, placed.key);
  const minutes = readingMinutes(content.pages, content.language);
  return (
    <p className={styles.facts}>
      {place ? (
        <span>
          {text("lesson.place", {
            number: place.number,
            all: place.all,
            section: translated(place.section, "title", reads),
          })}
        </span>
      ) : null}
      <span>{text("lesson.minutes", { minutes })}</span>
    </p>
  );
};

export interface LessonViewProps {
  lesson: Lesson;
  selection: Selection;
  model: LessonModel;
  Assignment?: ComponentType<{ lessonId: Id; productKey: string; courseKey: string }> | undefined;
}

/** The lesson itself: its current page, its parts, and the button that completes it. */
export const LessonView = ({ lesson, selection, model, Assignment }: LessonViewProps) => {
  const { productKey, courseKey } = selection;
  const { progress, place } = useApp();
  const text = useText();
  const reads = useReads();
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get("page");
  const article = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { completed, queued } = useSnapshot(progress.state);
  const { completing } = useSnapshot(model.state);

  const content = lessonText(lesson, reads);
  const pages = content?.pages ?? [];
  const wanted = asked === "last" ? pages.length : Math.trunc(Number(asked));
  const page = Math.min(Math.max(1, wanted || 1), Math.max(1, pages.length));
  const present = pages[page - 1];
  const main = mainLessonOf(selection.product, lesson.dbid);
  const done = completed.has(lesson.dbid);
  const [wasDone] = useState(done);
  const [isPrinting, setPrinting] = useState(false);
  const pathTo = (key: string, at = 1) => lessonPath(productKey, courseKey, key, at);
  const goToPage = (at: number) => navigate(pathTo(lesson.key, at));
  const following = pages[page];
  usePageSwipe(article, page, pages.length, goToPage);

  useEffect(() => {
    place.selectPage(page);
  }, [place, page]);

  // A new lesson or page starts scrolled to the top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the lesson or page changes
  useEffect(() => {
    scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [lesson.key, page]);

  if (!content || !present) return null;
  return (
    <article ref={article} className={`sheet stitched ${styles.lesson}`}>
      <header>
        {main ? (
          <p className={styles.main}>
            <Link href={pathTo(main.key)}>
              {text("lesson.part-of", { title: titleIn(main.title, reads) })}
            </Link>
          </p>
        ) : null}
        <h1 ref={heading} tabIndex={-1}>
          <Title of={lesson.title} />
        </h1>
        <LessonFacts placed={main ?? lesson} content={content} selection={selection} />
      </header>
      <LessonTools lesson={lesson} selection={selection} onPrinting={setPrinting}>
        <ReadAloudButton key={`${lesson.key}/${page}`} language={content.language} />
      </LessonTools>
      {pages.length > 1 ? (
        <LessonPager
          page={page}
          titles={pages.map((entry) => entry.title)}
          language={content.language}
          onPage={goToPage}
        />
      ) : null}
      <LessonHtml
        html={present.html}
        language={content.language}
        productKey={productKey}
        courseKey={courseKey}
        lessonKey={lesson.key}
      />
      <SubLessons page={present} selection={selection} completed={completed} />
      {following ? (
        <p className={styles.goOn}>
          <button
            type="button"
            className="button"
            onClick={({ detail }) => detail < 2 && goToPage(page + 1)}
          >
            <span>
              {text("lesson.go-on", { page: page + 1 })}
              {following.title ? (
                <>
                  : <bdi lang={content.language}>{following.title}</bdi>
                </>
              ) : null}
            </span>
          </button>
        </p>
      ) : null}
      {lesson.hasAssignment && !Assignment ? (
        <p className={styles.note}>{text("lesson.assignment")}</p>
      ) : null}
      {lesson.hasAssignment && Assignment && (!following || isPrinting) ? (
        <EveryPicture.Provider value={isPrinting}>
          <Assignment lessonId={lesson.dbid} productKey={productKey} courseKey={courseKey} />
        </EveryPicture.Provider>
      ) : null}
      <p className={styles.actions}>
        <button
          type="button"
          className={done || following ? "button quiet" : "button"}
          aria-disabled={done || completing || undefined}
          onClick={() => {
            if (!done) void model.complete();
          }}
        >
          {text(done ? "lesson.completed" : completing ? "lesson.completing" : "lesson.complete")}
          {done ? <span aria-hidden="true">✓</span> : null}
        </button>
        <span role="status" className={styles.queued}>
          {queued.has(lesson.dbid)
            ? text("lesson.queued")
            : done && !wasDone && text("lesson.well-done")}
        </span>
      </p>
      <LessonNeighbours
        lesson={lesson}
        main={main}
        selection={selection}
        isDone={done && !following}
      />
    </article>
  );
};
