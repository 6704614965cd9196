import { useText } from "../../i18n/use-text.ts";
import styles from "./lesson-view.module.css";

export interface LessonPagerProps {
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
