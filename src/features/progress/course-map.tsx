import { type FocusEvent, type KeyboardEvent, type MouseEvent, useId } from "react";
import { useLocation, useRouter } from "wouter";
import { Title } from "../../app-context/title.tsx";
import type { LessonState, MapChapter, MapLesson } from "../../domain/course-map.ts";
import { textsOf, titleIn, titleLanguage } from "../../domain/translated.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./course-map.module.css";

/** The labels of a lesson's state in the map and the table. */
const stateMessages = {
  done: "lessons.completed",
  next: "lessons.next",
  open: "progress.open",
  closed: "lessons.not-active",
} as const satisfies Record<LessonState, MessageId>;

const LESSON_STATES = Object.keys(stateMessages) as LessonState[];

/**
 * Client-side navigation by event delegation: plain anchors with one click listener on their
 * container. In a list of thousands, each `Link` would subscribe to the address.
 */
const useDelegatedLinks = () => {
  const { base } = useRouter();
  const [, navigate] = useLocation();
  return {
    /** The address as the address bar has it. */
    address: (path: string): string => base + path,
    onClick(event: MouseEvent<HTMLElement>): void {
      const link = (event.target as Element).closest("a");
      const path = link?.getAttribute("href");
      if (!path || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      navigate(path.slice(base.length));
    },
  };
};

interface CourseMapNavProps {
  chapters: readonly MapChapter[];
  hrefOf: (lessonKey: string) => string;
}

/** From this number of lessons on, the map hides the sections' names to stay compact. */
const LONG = 300;

/** How many links an arrow key moves by. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
  const links = [...event.currentTarget.querySelectorAll("a")];
  const at = links.indexOf(event.target as HTMLAnchorElement);
  const step = STEPS[event.key];
  if (at < 0 || step === undefined) return;
  event.preventDefault();
  const sideways = event.key === "ArrowRight" || event.key === "ArrowLeft";
  const reversed = sideways && getComputedStyle(event.currentTarget).direction === "rtl";
  links[at + (reversed ? -step : step)]?.focus();
};

/** Tab returns to the link that was focused last (roving tabindex). */
const onFocus = (event: FocusEvent<HTMLElement>) => {
  if (!(event.target instanceof HTMLAnchorElement)) return;
  for (const link of event.currentTarget.querySelectorAll("a[tabindex='0']")) {
    link.setAttribute("tabindex", "-1");
  }
  event.target.setAttribute("tabindex", "0");
};

/**
 * A map of a course by its menus, with a small cell for each lesson. There may be thousands of
 * lessons, so Tab stops only at the next one to study, and the arrow keys move to the others.
 */
export const CourseMapNav = ({ chapters, hrefOf }: CourseMapNavProps) => {
  const text = useText();
  const reads = useReads();
  const { address, onClick } = useDelegatedLinks();
  const id = useId();

  const lessons = chapters.flatMap(({ sections }) => sections.flatMap((each) => each.lessons));
  const long = lessons.length >= LONG;
  const stop =
    lessons.find(({ state }) => state === "next") ??
    lessons.find(({ state }) => state !== "closed");

  const cell = (entry: MapLesson) => {
    const { lesson, state } = entry;
    const title = titleIn(lesson.title, reads);
    const common = {
      className: styles.cell,
      title,
      lang: titleLanguage(lesson.title, reads),
      "data-state": state,
      "aria-label": title,
      "aria-describedby": `${id}${state}`,
    };
    return state === "closed" ? (
      <span {...common} role="img" />
    ) : (
      <a {...common} href={address(hrefOf(lesson.key))} tabIndex={entry === stop ? 0 : -1} />
    );
  };

  return (
    <>
      <ul className={styles.legend}>
        {LESSON_STATES.map((state) => (
          <li key={state}>
            <span className={styles.cell} data-state={state} />
            <span id={`${id}${state}`}>{text(stateMessages[state])}</span>
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles events of the links inside */}
      <div className={styles.map} onClick={onClick} onKeyDown={onKeyDown} onFocus={onFocus}>
        {chapters.map((chapter) => (
          <section key={chapter.menu.key} className={styles.chapter}>
            <h3>
              <Title of={textsOf(chapter.menu, "title")} />{" "}
              <small aria-hidden="true">
                {chapter.done}/{chapter.all}
              </small>
              <span className="unseen">
                {text("lessons.done-of", { done: chapter.done, all: chapter.all })}
              </span>
            </h3>
            <div className={styles.sections} data-long={long || undefined}>
              {chapter.sections.map((section, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a section is identified by its position
                <div key={index}>
                  <h4 className={long ? "unseen" : undefined}>
                    <Title of={textsOf(section.menu, "title")} />
                  </h4>
                  <ul className={styles.cells}>
                    {section.lessons.map((entry) => (
                      <li key={entry.lesson.key}>{cell(entry)}</li>
                    ))}
                  </ul>
                </div>
              ))}
            </div>
          </section>
        ))}
        <p className={styles.hint}>{text("progress.arrows")}</p>
      </div>
    </>
  );
};

interface CourseTableProps extends CourseMapNavProps {
  caption: string;
}

export const CourseTable = ({ chapters, caption, hrefOf }: CourseTableProps) => {
  const text = useText();
  const { address, onClick } = useDelegatedLinks();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Enter key clicks a focused link
    <table className={styles.table} onClick={onClick}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{text("progress.lesson")}</th>
          <th scope="col">{text("progress.section")}</th>
          <th scope="col">{text("progress.state")}</th>
        </tr>
      </thead>
      {chapters.map((chapter) => (
        <tbody key={chapter.menu.key}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              <Title of={textsOf(chapter.menu, "title")} />
            </th>
          </tr>
          {chapter.sections.flatMap((section) =>
            section.lessons.map(({ lesson, state }) => {
              const title = <Title of={lesson.title} />;
              return (
                <tr key={lesson.key} data-state={state}>
                  <th scope="row">
                    {state === "closed" ? title : <a href={address(hrefOf(lesson.key))}>{title}</a>}
                  </th>
                  <td>
                    <Title of={textsOf(section.menu, "title")} />
                  </td>
                  <td>{text(stateMessages[state])}</td>
                </tr>
              );
            }),
          )}
        </tbody>
      ))}
    </table>
  );
};
