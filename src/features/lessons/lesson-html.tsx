import { type SyntheticEvent, useCallback, useRef } from "react";
import type { Files } from "../../core/files.ts";
import { directionOf } from "../../i18n/languages.ts";
import { HtmlText } from "../../ui/html-text.tsx";
import styles from "./lesson-html.module.css";
import { type LessonMediaOptions, useLessonMedia } from "./use-lesson-media.tsx";

export interface LessonHtmlProps extends LessonMediaOptions {
  html: string;
  /** The address of a lesson, as the address bar would have it. */
  hrefOf: (lessonKey: string) => string;
  onLesson: (lessonKey: string) => void;
  onTerm: (term: string) => void;
}

/** A page of a lesson: harmless, with its pictures fetched and its links working. */
export const LessonHtml = (props: LessonHtmlProps) => {
  const { html, language, product, files, onTerm } = props;
  const latest = useRef(props);
  latest.current = props;
  const { complete: completeMedia, parts } = useLessonMedia(props);

  const complete = useCallback(
    (container: HTMLElement) => {
      for (const link of container.querySelectorAll<HTMLAnchorElement>("a[data-lesson]")) {
        link.href = latest.current.hrefOf(link.dataset.lesson ?? "");
      }
      for (const link of container.querySelectorAll<HTMLAnchorElement>("a[data-asset]")) {
        link.href = "#";
      }
      return completeMedia(container);
    },
    [completeMedia],
  );

  const onLink = (link: HTMLAnchorElement, event: SyntheticEvent) => {
    const { ctrlKey, metaKey, shiftKey } = event.nativeEvent as MouseEvent;
    const { lesson, asset } = link.dataset;
    if (lesson && !(ctrlKey || metaKey || shiftKey)) {
      event.preventDefault();
      props.onLesson(lesson);
    } else if (asset) {
      event.preventDefault();
      void download(files, product, asset);
    }
  };

  return (
    <div className={styles.text}>
      <HtmlText
        html={html}
        language={language}
        direction={directionOf(language)}
        onTerm={onTerm}
        onLink={onLink}
        complete={complete}
      />
      {parts}
    </div>
  );
};

const download = async (files: Files, product: string, title: string): Promise<void> => {
  const handle = files.use("asset", product, title);
  const url = await handle.url;
  if (url) {
    Object.assign(document.createElement("a"), {
      href: url,
      download: title.split("/").at(-1) ?? title,
    }).click();
  }
  // The browser has taken the bytes once the click has been handled.
  setTimeout(handle.release, 10_000);
};
