import { useCallback, useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { Title } from "../../../app-context/title.tsx";
import { useApp } from "../../../app-context/use-app.ts";
import type { Lesson } from "../../../contract/content.ts";
import type { Files } from "../../../core/files.ts";
import { lessonText } from "../../../core/lessons.ts";
import type { Selection } from "../../../core/study.ts";
import { directionOf } from "../../../domain/languages.ts";
import { parseWidths } from "../../../domain/picture-width.ts";
import { textsOf } from "../../../domain/translated.ts";
import { useReads } from "../../../i18n/use-reads.ts";
import { useText } from "../../../i18n/use-text.ts";
import { savesData } from "../../../lib/saves-data.ts";
import { HtmlText } from "../../../ui/html-text.tsx";
import { LessonDraft } from "../draft/chunk.ts";
import { useNotes } from "./notes.ts";
import styles from "./tools.module.css";

interface PrintedLessonProps {
  lesson: Lesson;
  selection: Selection;
  onDone: () => void;
}

/** The longest that printing waits for numbers, note and assignment: without a network they may never come. */
const MAX_WAIT_MS = 5000;

const BACK = ["afterprint", "pointerdown", "keydown"] as const;

/** Loads the pictures of a page and removes its videos. Returns a function that releases them. */
const fillPictures = (page: HTMLElement, files: Files, product: string, missing: string) => {
  for (const video of page.querySelectorAll("video")) video.remove();
  const handles = [...page.querySelectorAll<HTMLImageElement>("img[data-asset]")].map((image) => {
    // Paper shows more than a screen.
    const width = parseWidths(image.dataset.widths).at(savesData() ? 0 : -1);
    const handle = files.use("asset", product, image.dataset.asset ?? "", width);
    image.toggleAttribute("data-loading", true);
    void handle.url.then((url) => {
      if (url) image.src = url;
      else image.after(Object.assign(document.createElement("em"), { textContent: missing }));
      image.toggleAttribute("data-loading", false);
    });
    return handle;
  });
  return () => {
    for (const handle of handles) handle.release();
  };
};

/** Resolves once nothing on the page matches a selector. */
const noneLeft = (selector: string): Promise<void> =>
  new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(selector)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    // Called even if there is nothing to wait for.
    document.body.toggleAttribute("data-watched");
  });

/** Resolves once the lesson is there with its assignment, and all their pictures have loaded. */
const allArrived = async (): Promise<void> => {
  await Promise.race([
    noneLeft("[data-on-paper][data-asking]"),
    new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
  ]);
  await noneLeft("[data-on-paper][data-loading], [data-on-paper] [data-loading]");
  const pictures = [...document.querySelectorAll<HTMLImageElement>("[data-on-paper] img[src]")];
  // A picture that cannot be decoded is skipped, and the rest is printed.
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
};

/** Prints all pages of a lesson with their figures, and its assignment. On screen it shows only a status message. */
export const PrintedLesson = ({ lesson, selection, onDone }: PrintedLessonProps) => {
  const { files, organisation } = useApp();
  const { name } = useSnapshot(organisation.state);
  const text = useText();
  const reads = useReads();
  const content = lessonText(lesson, reads);
  // The selection is a new object after each refresh, and the pictures must not load again then.
  const { productKey } = selection;
  const done = useRef(onDone);
  done.current = onDone;

  useEffect(() => {
    let gone = false;
    const finish = () => done.current();
    void allArrived().then(() => {
      if (gone) return;
      // Some browsers print after the call returns. The next input means that printing is over.
      for (const sign of BACK) addEventListener(sign, finish);
      print();
    });
    return () => {
      gone = true;
      for (const sign of BACK) removeEventListener(sign, finish);
    };
  }, []);

  const hasDrafts = content?.pages.some(({ html }) => html.includes("data-draft")) ?? false;
  const [isWaiting, setIsWaiting] = useState(hasDrafts);
  const [note, setNote] = useState<string | null>(null);
  const notes = useNotes();
  const stopWaiting = useCallback(() => setIsWaiting(false), []);
  useEffect(() => {
    const showNote = () => setNote(notes.text(lesson.dbid));
    void notes.load().then(showNote);
    const timer = setTimeout(() => {
      stopWaiting();
      showNote();
    }, MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [stopWaiting, notes, lesson.dbid]);

  const missing = text("lesson.picture-missing");
  const complete = useCallback(
    (page: HTMLElement) => fillPictures(page, files, productKey, missing),
    [files, productKey, missing],
  );
  return (
    <>
      <p className={styles.word} role="status">
        {text("print.preparing")}
      </p>
      <div
        className={styles.paper}
        data-on-paper=""
        data-loading={isWaiting || note === null ? "" : undefined}
      >
        {content && hasDrafts ? (
          <LessonDraft
            courseKey={selection.courseKey}
            language={content.language}
            onReady={stopWaiting}
          />
        ) : null}
        <header>
          <p>
            <bdi>{name}</bdi> · <Title of={textsOf(selection.course, "title")} />
          </p>
          <h1>
            <Title of={lesson.title} />
          </h1>
        </header>
        {content?.pages.map((page, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its position
          <section key={index}>
            {content.pages.length > 1 ? (
              <h2 lang={content.language} dir={directionOf(content.language)}>
                {page.title}
              </h2>
            ) : null}
            <HtmlText
              html={page.html}
              language={content.language}
              direction={directionOf(content.language)}
              invalid={text("lesson-failure.invalid-content")}
              onTerm={() => undefined}
              complete={complete}
            />
          </section>
        ))}
        {note ? (
          <section className={styles.note}>
            <h2>{text("note.label")}</h2>
            <p dir="auto">{note}</p>
          </section>
        ) : null}
      </div>
    </>
  );
};
