import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { loadOrAlert } from "../../app-context/load-or-alert.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { FileHandle } from "../../core/files.ts";
import { parseWidths } from "../../domain/picture-width.ts";
import { useText } from "../../i18n/use-text.ts";
import { LessonVideo, loadLessonVideo, loadPictureZoom, PictureZoom } from "./chunks.ts";
import styles from "./lesson-html.module.css";
import { widthInPlace } from "./lesson-picture.ts";
import type { LessonVideoProps } from "./video/lesson-video.tsx";
import type { ZoomPicture } from "./zoom/picture-zoom.tsx";

export interface LessonMediaOptions {
  productKey: string;
  lessonKey: string;
  /** The language of the text. */
  language: string;
}

interface ShownZoom {
  picture: ZoomPicture;
  /** The element that gets the focus back. */
  opener: HTMLElement;
}

interface ShownVideo extends Omit<LessonVideoProps, "productKey" | "lessonKey"> {
  /** Identifies the video among those of the text. */
  key: string;
}

const isButton = (element: Element | null): boolean => element?.localName === "button";

const buttonsIn = (container: HTMLElement) =>
  container.querySelectorAll<HTMLButtonElement>("figure > button");

/**
 * Loads the pictures and videos of a lesson's text, and enlarges a picture on request.
 * @returns a function that completes the text, and the elements to render beside it
 */
export const useLessonMedia = ({ productKey, lessonKey, language }: LessonMediaOptions) => {
  const app = useApp();
  const text = useText();
  const latest = useRef({ language, text });
  latest.current = { language, text };
  const container = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState<ShownZoom | null>(null);
  const [videos, setVideos] = useState<ShownVideo[]>([]);

  // Labels are in the interface language, which can change while the text stays.
  useEffect(() => {
    if (!container.current) return;
    for (const button of buttonsIn(container.current)) {
      const image = button.previousElementSibling as HTMLImageElement;
      button.ariaLabel = text("lesson.enlarge", { name: image.alt });
    }
  });

  const complete = useCallback(
    (root: HTMLElement) => {
      let current = true;
      const say = (place: Element, words: string) =>
        place.after(Object.assign(document.createElement("em"), { textContent: words }));

      const handles: FileHandle[] = [];
      const use = (image: HTMLImageElement, width: number | undefined) => {
        const handle = app.files.use("asset", productKey, image.dataset.asset ?? "", width);
        handles.push(handle);
        return handle.url;
      };

      /** The address of the widest form, for a person who looks closely. */
      const widest = async (image: HTMLImageElement): Promise<string> => {
        const width = parseWidths(image.dataset.widths).at(-1);
        const isShown = !width || image.naturalWidth >= width;
        return (isShown ? null : await use(image, width)) ?? image.src;
      };

      const enlarge = async (image: HTMLImageElement, opener: HTMLElement) => {
        if (!(await loadOrAlert(loadPictureZoom, app)) || !current) return;
        const { alt: name, naturalWidth: width, naturalHeight: height } = image;
        const url = await widest(image);
        if (!current) return;
        const caption = image.parentElement?.querySelector("figcaption")?.textContent || name;
        const { language } = latest.current;
        const picture = { url, name, caption, language, natural: { width, height } };
        setZoom({ picture, opener });
      };

      const offerZoom = (image: HTMLImageElement) => {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", className: styles.enlarge });
        button.ariaLabel = latest.current.text("lesson.enlarge", { name: image.alt });
        button.onclick = () => void enlarge(image, button);
        image.onclick = () => button.click();
        image.after(button);
      };

      const show = async (image: HTMLImageElement, width: number | undefined) => {
        image.toggleAttribute("data-loading", true);
        const url = await use(image, width);
        if (!current) return;
        image.toggleAttribute("data-loading", false);
        if (!url) return say(image, latest.current.text("lesson.picture-missing"));
        // A browser may not know the format of a smaller form.
        image.onerror = width ? () => void show(image, undefined) : null;
        image.src = url;
        if (image.parentElement?.localName === "figure" && !isButton(image.nextElementSibling)) {
          offerZoom(image);
        }
      };
      const images = [...root.querySelectorAll<HTMLImageElement>("img[data-asset]")];
      const isInView = (image: HTMLImageElement) => image.getBoundingClientRect().top < innerHeight;
      // Those that are seen first have the line to themselves.
      const first = images.filter(isInView);
      void Promise.all(first.map((image) => show(image, widthInPlace(image)))).then(() => {
        if (!current) return;
        for (const image of images)
          if (!first.includes(image)) void show(image, widthInPlace(image));
      });

      const found = [...root.querySelectorAll<HTMLVideoElement>("video[data-asset]")].map(
        (video, index) => {
          const host = document.createElement("div");
          host.toggleAttribute("data-loading", true);
          video.replaceWith(host);
          const { asset = "", poster, size } = video.dataset;
          const name = video.ariaLabel ?? "";
          return {
            key: `${index} ${asset}`,
            host,
            asset,
            poster,
            name,
            size: Number(size) || null,
          };
        },
      );
      if (found.length > 0) {
        loadLessonVideo(app).then(
          () => current && setVideos(found),
          () => {
            for (const { host } of found) {
              host.toggleAttribute("data-loading", false);
              say(host, latest.current.text("lesson.video-missing"));
            }
          },
        );
      }

      container.current = root;
      return () => {
        current = false;
        container.current = null;
        for (const handle of handles) handle.release();
        setZoom(null);
        setVideos([]);
      };
    },
    [app, productKey],
  );

  const onZoomClose = () => {
    setZoom(null);
    // The second press of a double click may have moved the focus before the picture opened.
    zoom?.opener.focus({ preventScroll: true });
  };

  const media: ReactNode = (
    <>
      {videos.map(({ key, ...video }) => (
        <LessonVideo key={key} {...video} productKey={productKey} lessonKey={lessonKey} />
      ))}
      {zoom ? <PictureZoom picture={zoom.picture} onClose={onZoomClose} /> : null}
    </>
  );
  return { complete, media };
};
