import { type SyntheticEvent, useCallback, useRef } from "react";
import { directionOf } from "../../i18n/languages.ts";
import { useText } from "../../i18n/use-text.ts";
import type { FileHandle, Files } from "../../services/files.ts";
import { HtmlText } from "../../ui/html-text.tsx";

export interface LessonHtmlProps {
  html: string;
  /** The language of the text, which can differ from the interface's. */
  language: string;
  product: string;
  files: Files;
  /** The address of a lesson, as the address bar would have it. */
  hrefOf: (lessonKey: string) => string;
  onLesson: (lessonKey: string) => void;
  onTerm: (term: string) => void;
}

/** A page of a lesson: harmless, with its pictures fetched and its links working. */
export const LessonHtml = (props: LessonHtmlProps) => {
  const { html, language, product, files, onTerm } = props;
  const text = useText();
  const latest = useRef({ ...props, text });
  latest.current = { ...props, text };

  const complete = useCallback(
    (container: HTMLElement) => {
      for (const link of container.querySelectorAll<HTMLAnchorElement>("a[data-lesson]")) {
        link.href = latest.current.hrefOf(link.dataset.lesson ?? "");
      }
      for (const link of container.querySelectorAll<HTMLAnchorElement>("a[data-asset]")) {
        link.href = "#";
      }
      return fillPictures(container, files, product, () =>
        latest.current.text("lesson.picture-missing"),
      );
    },
    [files, product],
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
    <HtmlText
      html={html}
      language={language}
      direction={directionOf(language)}
      onTerm={onTerm}
      onLink={onLink}
      complete={complete}
    />
  );
};

/** Gives pictures and videos their bytes. Returns what releases them all. */
const fillPictures = (
  container: HTMLElement,
  files: Files,
  product: string,
  missing: () => string,
): (() => void) => {
  const handles: FileHandle[] = [];
  const use = (title: string): Promise<string | null> => {
    const handle = files.use("asset", product, title);
    handles.push(handle);
    return handle.url;
  };
  for (const media of container.querySelectorAll<HTMLImageElement | HTMLVideoElement>(
    "img[data-asset], video[data-asset]",
  )) {
    const { asset = "", poster } = media.dataset;
    if (media instanceof HTMLVideoElement) media.controls = true;
    media.toggleAttribute("data-loading", true);
    void use(asset).then((url) => {
      media.toggleAttribute("data-loading", false);
      if (url) media.src = url;
      else media.after(Object.assign(document.createElement("em"), { textContent: missing() }));
    });
    if (poster && media instanceof HTMLVideoElement) {
      void use(poster).then((url) => {
        if (url) media.poster = url;
      });
    }
  }
  return () => {
    for (const handle of handles) handle.release();
  };
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
