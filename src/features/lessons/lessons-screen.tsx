import { type ComponentType, type RefObject, useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { loadOrAlert } from "../../app-context/load-or-alert.ts";
import { Title } from "../../app-context/title.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { textsOf, translated } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { Tape } from "../../ui/tape.tsx";
import { loadSearchDialog, SearchDialog } from "./chunks.ts";
import { CourseProblem } from "./lesson-problem.tsx";
import { LessonTiles } from "./lesson-tiles.tsx";
import styles from "./lessons.module.css";

/**
 * Marks on a row's parent whether the row overflows its edges: `data-more-before` at the start and
 * `data-more-after` at the end, in reading direction.
 * @param content a value that changes when the row's content changes
 */
const useScrollEdges = (row: RefObject<HTMLElement | null>, content: unknown): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content can have another width
  useEffect(() => {
    const element = row.current;
    const frame = element?.parentElement;
    if (!element || !frame) return;
    const mark = () => {
      // In right-to-left text `scrollLeft` is negative.
      const before = Math.abs(element.scrollLeft);
      const after = element.scrollWidth - element.clientWidth - before;
      frame.toggleAttribute("data-more-before", before > 1);
      frame.toggleAttribute("data-more-after", after > 1);
    };
    // It is called at once, too, when the page is laid out. To ask for its sizes before that takes long.
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    element.addEventListener("scroll", mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", mark);
    };
  }, [row, content]);
};

interface CourseViewProps {
  productKey: string;
  courseKey: string;
  onSearch: () => void;
  /** Shown with the chapter on screen; absent: nothing. */
  ChapterTool?: ComponentType<{
    productKey: string;
    courseKey: string;
    menuKey: string;
    title: string;
  }>;
}

/** A course: its chapters, their sections, and the lessons of the present section. */
const CourseView = (props: CourseViewProps) => {
  const { productKey, courseKey, onSearch, ChapterTool } = props;
  const { study, progress, place } = useApp();
  const text = useText();
  const { locale } = useIntl();
  const reads = useReads();
  const { selection, failure } = useSnapshot(study.state);
  const { completed } = useSnapshot(progress.state);
  const { positions } = useSnapshot(place.state);
  const title = selection ? translated(selection.course, "title", reads) : text("courses.menu");
  useScreenTitle(title);

  useEffect(() => {
    place.leaveLesson();
    void study.ensure(productKey, courseKey);
  }, [study, place, productKey, courseKey]);

  const chapters = useRef<HTMLUListElement>(null);
  const menu1Index = positions[selection?.courseKey ?? ""]?.menu1 ?? 1;
  // On a narrow screen the current chapter may be scrolled out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the chapter changes
  useEffect(() => {
    const row = chapters.current;
    const present = row?.querySelector("[aria-current]");
    if (!row || !present) return;
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      const { left, width } = present.getBoundingClientRect();
      const middle = row.getBoundingClientRect().left + row.clientWidth / 2;
      row.scrollBy({ left: left + width / 2 - middle });
    });
    observer.observe(row);
    return () => observer.disconnect();
  }, [menu1Index, selection, locale]);
  useScrollEdges(chapters, `${selection?.courseKey} ${locale}`);

  if (failure) {
    return (
      <CourseProblem failure={failure} onRetry={() => void study.ensure(productKey, courseKey)} />
    );
  }
  if (!selection || !study.isSelected(productKey, courseKey)) {
    return <main id="content" tabIndex={-1} />;
  }

  const { menus, course } = selection;
  const position = positions[selection.courseKey] ?? { menu1: 1, menu2: 1 };
  const menu1 = menus[position.menu1 - 1] ?? menus[0];
  const menu2 = menu1?.menu2[position.menu2 - 1] ?? menu1?.menu2[0];
  const all = course.lessonsOrder.length;
  const done = course.lessonsOrder.filter((entry) => completed.has(entry.id)).length;
  const caption = text("lessons.done-of", { done, all });

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <div className={styles.head}>
        <h1>
          <Title of={textsOf(course, "title")} />
        </h1>
        <button type="button" className="button quiet" onClick={onSearch}>
          {text("lessons.search")}
        </button>
      </div>
      {all > 0 ? (
        <div className={styles.progress}>
          <Tape value={done} max={all} label={caption} />
          <span aria-hidden="true">{caption}</span>
        </div>
      ) : null}
      <nav className={styles.row} aria-label={text("lessons.course-menu")}>
        <ul ref={chapters} className={styles.chapters}>
          {menus.map((menu, index) => (
            <li key={menu.key}>
              <button
                type="button"
                aria-current={menu === menu1 ? "true" : undefined}
                onClick={() => place.selectMenu(selection.courseKey, index + 1)}
              >
                <Title of={textsOf(menu, "title")} />
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {menu1 ? (
        <p className={styles.descr}>
          <Title of={textsOf(menu1, "descr")} />
        </p>
      ) : null}
      {menu1 && ChapterTool ? (
        <div className={styles.tool}>
          <ChapterTool
            key={menu1.key}
            productKey={selection.productKey}
            courseKey={selection.courseKey}
            menuKey={menu1.key}
            title={translated(menu1, "title", reads)}
          />
        </div>
      ) : null}
      <nav aria-label={text("lessons.sections")}>
        <ul className={styles.sections}>
          {menu1?.menu2.map((menu, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a section is identified by its position
            <li key={index}>
              <button
                type="button"
                aria-current={menu === menu2 ? "true" : undefined}
                onClick={() => place.selectMenu(selection.courseKey, position.menu1, index + 1)}
              >
                <Title of={textsOf(menu, "title")} />
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {menu2 ? (
        <LessonTiles
          key={`${position.menu1}.${position.menu2}`}
          selection={selection}
          section={menu2}
        />
      ) : (
        <Empty what={text("lessons.empty")} hint={text("lessons.empty-hint")} />
      )}
    </main>
  );
};

interface LessonsScreenProps extends Pick<CourseViewProps, "ChapterTool"> {
  product: string;
  course: string;
}

const LessonsScreen = ({ product, course, ChapterTool }: LessonsScreenProps) => {
  const app = useApp();
  const [searching, setSearching] = useState(false);
  return (
    <>
      <CourseView
        productKey={product}
        courseKey={course}
        ChapterTool={ChapterTool}
        onSearch={() => void loadOrAlert(loadSearchDialog, app).then(setSearching)}
      />
      {searching ? <SearchDialog onClose={() => setSearching(false)} /> : null}
    </>
  );
};

export default LessonsScreen;
