import { useEffect, useId } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { lessonPath } from "../../app-context/links.ts";
import { Title } from "../../app-context/title.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useFile } from "../../app-context/use-file.ts";
import type { Lesson, Page } from "../../contract/content.ts";
import type { Id } from "../../contract/wire.ts";
import { lessonText } from "../../core/lessons.ts";
import type { Selection } from "../../core/study.ts";
import { followingLesson } from "../../domain/lesson-access.ts";
import { titleIn } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { savesData } from "../../lib/saves-data.ts";
import { prefetchPictures } from "./lesson-picture.ts";
import styles from "./lesson-view.module.css";

/** The present lesson comes first: its pictures are asked for in this time. */
const HEAD_START_MS = 1000;

/**
 * Fetches the next lesson and the pictures of its first page while the person reads this one. Does
 * nothing on a slow line, or if the person saves data.
 * @param key null if no lesson follows that is open
 */
const useNextLesson = (product: string, key: string | null): void => {
  const { lessons, files } = useApp();
  const reads = useReads();
  useEffect(() => {
    if (key === null || savesData()) return;
    const timer = setTimeout(async () => {
      const loaded = await lessons.load(product, key);
      const page = loaded.ok ? lessonText(loaded.value, reads)?.pages[0] : undefined;
      // Its pictures will be as wide as those of this lesson.
      const shown = document.querySelector("#content figure > img");
      const place = (shown ?? document.getElementById("content"))?.clientWidth ?? innerWidth;
      if (page) prefetchPictures(files, product, page.html, place);
    }, HEAD_START_MS);
    return () => clearTimeout(timer);
  }, [lessons, files, reads, product, key]);
};

interface LessonNeighboursProps {
  lesson: Lesson;
  /** The main lesson of a sub-lesson, from which it was opened. */
  main: Lesson | null;
  selection: Selection;
  /** Whether to go on to the next lesson is what comes now. */
  isDone: boolean;
}

/**
 * What comes next in the order of study, and links to the previous and next lesson. A closed lesson
 * gets no link, but its title.
 */
export const LessonNeighbours = (props: LessonNeighboursProps) => {
  const { lesson, main, selection } = props;
  const { productKey, courseKey, product } = selection;
  const { study, progress } = useApp();
  const text = useText();
  const reads = useReads();
  const id = useId();
  // Read here so that the link appears as soon as the lesson is completed.
  useSnapshot(progress.state).next;
  const { lessonsOrder } = selection.course;
  const byId = (id: Id | null | undefined) =>
    Object.values(product.lessons).find((entry) => entry.dbid === id);
  const placed = main ?? lesson;
  const at = lessonsOrder.findIndex((entry) => entry.id === placed.dbid);
  const before = byId(lessonsOrder[at - 1]?.id);
  const after = at < 0 ? undefined : byId(followingLesson(lessonsOrder, lesson.dbid, placed.dbid));
  const isOpen = after !== undefined && study.isOpen(after);
  useNextLesson(productKey, isOpen ? after.key : null);
  return (
    <>
      {after ? (
        <p id={id} className={styles.following}>
          {text("lesson.following", { title: titleIn(after.title, reads) })}
          {isOpen ? null : <small>{text("lesson.following-closed")}</small>}
        </p>
      ) : null}
      {at >= 0 && at === lessonsOrder.length - 1 ? (
        <p className={styles.following}>{text("lesson.is-last")}</p>
      ) : null}
      <p className={styles.neighbours}>
        {before ? (
          <Link className="button quiet" href={lessonPath(productKey, courseKey, before.key)}>
            {text("lesson.previous")}
          </Link>
        ) : null}
        {isOpen ? (
          <Link
            className={props.isDone ? "button" : "button quiet"}
            aria-describedby={id}
            href={lessonPath(productKey, courseKey, after.key)}
          >
            {text("lesson.next")}
          </Link>
        ) : null}
      </p>
    </>
  );
};

interface LessonPagerProps {
  /** From 1. */
  page: number;
  titles: string[];
  language: string;
  onPage: (page: number) => void;
}

/** The pager of a lesson: the current page, and buttons for the previous and the next one. */
export const LessonPager = ({ page, titles, language, onPage }: LessonPagerProps) => {
  const text = useText();
  const pages = titles.length;
  const step = (to: number, label: string) => (
    <button
      type="button"
      className="button quiet"
      aria-disabled={to < 1 || to > pages || undefined}
      // The second click of a double click would turn a second page.
      onClick={({ detail }) => detail < 2 && to >= 1 && to <= pages && onPage(to)}
    >
      {label}
    </button>
  );
  return (
    <nav className={styles.pages} aria-label={text("lesson.pages")}>
      {step(page - 1, text("lesson.previous-page"))}
      <div className={styles.here}>
        <span>{text("lesson.page-of", { page, pages })}</span>
        <strong lang={language}>{titles[page - 1]}</strong>
      </div>
      {step(page + 1, text("lesson.next-page"))}
    </nav>
  );
};

interface SubLessonsProps {
  page: Page;
  selection: Selection;
  completed: ReadonlySet<Id>;
}

const Picture = ({ productKey, title }: { productKey: string; title: string }) => {
  const picture = useFile("icon", productKey, title);
  const text = useText();
  return picture === null ? (
    <em>{text("lesson.picture-missing")}</em>
  ) : (
    <img src={picture} alt="" />
  );
};

/** The sub-lessons of a page, with their pictures. Those that the product does not have are left out. */
export const SubLessons = ({ page, selection, completed }: SubLessonsProps) => {
  const { productKey, courseKey, product } = selection;
  const text = useText();
  const lessons = Object.values(product.lessons);
  const subLessons = page.subLessons.flatMap(
    ({ subLessonId }) => lessons.find((lesson) => lesson.dbid === subLessonId) ?? [],
  );
  if (subLessons.length === 0) return null;
  return (
    <section className={styles.subLessons}>
      <h2 id="sub-lessons">{text("lesson.sub-lessons")}</h2>
      <ul aria-labelledby="sub-lessons">
        {subLessons.map((lesson) => (
          <li key={lesson.key}>
            {lesson.image ? <Picture productKey={productKey} title={lesson.image} /> : null}
            <span>
              <Link href={lessonPath(productKey, courseKey, lesson.key)}>
                <Title of={lesson.title} />
              </Link>
              {completed.has(lesson.dbid) ? <span> ✓&nbsp;{text("lesson.completed")}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
