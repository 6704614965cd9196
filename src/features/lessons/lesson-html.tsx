import { type SyntheticEvent, useCallback } from "react";
import { useLocation } from "wouter";
import type { App } from "../../app-context/app.ts";
import { lessonPath } from "../../app-context/links.ts";
import { BASE } from "../../app-context/location.ts";
import { useApp } from "../../app-context/use-app.ts";
import { directionOf } from "../../domain/languages.ts";
import { useText } from "../../i18n/use-text.ts";
import { HtmlText } from "../../ui/html-text.tsx";
import { LessonDraft } from "./draft/chunk.ts";
import styles from "./lesson-html.module.css";
import { useLessonMedia } from "./use-lesson-media.tsx";

export interface LessonHtmlProps {
  html: string;
  /** The language of the text. */
  language: string;
  productKey: string;
  courseKey: string;
  lessonKey: string;
}

/** A page of a lesson: sanitised, with its pictures loaded and its links working. */
export const LessonHtml = (props: LessonHtmlProps) => {
  const { html, language, productKey, courseKey, lessonKey } = props;
  const app = useApp();
  const [, navigate] = useLocation();
  const text = useText();
  const { complete: completeMedia, media } = useLessonMedia({ productKey, lessonKey, language });

  const complete = useCallback(
    (container: HTMLElement) => {
      for (const link of container.querySelectorAll("a")) {
        const { lesson, asset } = link.dataset;
        // A full address, because the router does not handle these links.
        if (lesson) link.href = BASE + lessonPath(productKey, courseKey, lesson);
        else if (asset) link.href = "#";
      }
      return completeMedia(container);
    },
    [completeMedia, productKey, courseKey],
  );

  const onLink = (link: HTMLAnchorElement, event: SyntheticEvent) => {
    const { ctrlKey, metaKey, shiftKey } = event.nativeEvent as MouseEvent;
    const { lesson, asset } = link.dataset;
    if (lesson && !(ctrlKey || metaKey || shiftKey)) {
      event.preventDefault();
      navigate(lessonPath(productKey, courseKey, lesson));
    } else if (asset) {
      event.preventDefault();
      void download(app, productKey, asset);
    }
  };

  return (
    <div className={styles.text} data-read-aloud>
      {html.includes("data-draft") ? <LessonDraft {...props} /> : null}
      <HtmlText
        html={html}
        language={language}
        direction={directionOf(language)}
        invalid={text("lesson-failure.invalid-content")}
        onTerm={app.termDialog.open}
        onLink={onLink}
        complete={complete}
      />
      {media}
    </div>
  );
};

const download = async (
  { files, alerts }: Pick<App, "files" | "alerts">,
  product: string,
  title: string,
): Promise<void> => {
  const handle = files.use("asset", product, title);
  const url = await handle.url;
  if (url) {
    Object.assign(document.createElement("a"), {
      href: url,
      download: title.split("/").at(-1) ?? title,
    }).click();
  } else alerts.show({ tone: "error", text: "lesson.file-missing", seconds: 10 });
  // The browser has read the bytes once the click has been handled.
  setTimeout(handle.release, 10_000);
};
