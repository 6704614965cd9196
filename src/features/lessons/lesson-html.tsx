import { useEffect, useRef } from "react";
import { directionOf } from "../../i18n/languages.ts";
import { useText } from "../../i18n/use-text.ts";
import type { FileHandle, Files } from "../../services/files.ts";
import styles from "./lesson-html.module.css";
import { sanitise } from "./sanitise.ts";

export interface LessonHtmlProps {
  html: string;
  /** The language of the text, which can differ from the interface's. */
  language: string;
  product: string;
  files: Files;
  /** The address of a lesson, as the address bar would have it. */
  hrefOf: (lessonKey: string) => string;
  onLesson: (lessonKey: string) => void;
}

/** A page of a lesson: harmless, with its pictures fetched and its links working. */
export const LessonHtml = (props: LessonHtmlProps) => {
  const { html, language, product, files } = props;
  const text = useText();
  const root = useRef<HTMLDivElement>(null);
  const latest = useRef({ ...props, text });
  latest.current = { ...props, text };

  useEffect(() => {
    const container = root.current;
    if (!container) return;
    const content = sanitise(html);
    for (const link of content.querySelectorAll<HTMLAnchorElement>("a[data-lesson]")) {
      link.href = latest.current.hrefOf(link.dataset.lesson ?? "");
    }
    for (const link of content.querySelectorAll<HTMLAnchorElement>("a[data-asset]")) {
      link.href = "#";
    }
    // Wide tables scroll by themselves, and can be reached without a mouse.
    for (const table of content.querySelectorAll("table")) {
      const frame = document.createElement("div");
      frame.className = styles.table ?? "";
      frame.tabIndex = 0;
      frame.setAttribute("role", "group");
      table.replaceWith(frame);
      frame.append(table);
    }
    container.replaceChildren(content);
    const release = fillPictures(container, files, product, () =>
      latest.current.text("lesson.picture-missing"),
    );
    return () => {
      release();
      container.replaceChildren();
    };
  }, [html, files, product]);

  const onClick = (event: { target: EventTarget; preventDefault: () => void }) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a");
    if (!link) return;
    const modified = event as unknown as MouseEvent;
    const { lesson, asset } = link.dataset;
    if (lesson && !(modified.ctrlKey || modified.metaKey || modified.shiftKey)) {
      event.preventDefault();
      props.onLesson(lesson);
    } else if (asset) {
      event.preventDefault();
      void download(files, product, asset);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the clicks of the links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: links make clicks of the Enter key themselves
    <div
      ref={root}
      className={styles.text}
      lang={language}
      dir={directionOf(language)}
      onClick={onClick}
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
