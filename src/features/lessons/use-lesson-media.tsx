import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { loadOrAlert } from "../../app-context/load-or-alert.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useText } from "../../i18n/use-text.ts";
import { LessonVideo, loadLessonVideo, loadPictureZoom, PictureZoom } from "./chunks.ts";
import styles from "./lesson-html.module.css";
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

      const enlarge = async (image: HTMLImageElement, opener: HTMLElement) => {
        if (!(await loadOrAlert(loadPictureZoom, app)) || !current) return;
        const { src: url, alt: name, naturalWidth: width, naturalHeight: height } = image;
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

      const handles = [...root.querySelectorAll<HTMLImageElement>("img[data-asset]")].map(
        (image) => {
          const handle = app.files.use("asset", productKey, image.dataset.asset ?? "");
          image.toggleAttribute("data-loading", true);
          void handle.url.then((url) => {
            image.toggleAttribute("data-loading", false);
            if (!url) say(image, latest.current.text("lesson.picture-missing"));
            else {
              image.src = url;
              if (image.parentElement?.localName === "figure") offerZoom(image);
            }
          });
          return handle;
        },
      );

      const found = [...root.querySelectorAll<HTMLVideoElement>("video[data-asset]")].map(
        (video, index) => {
          const host = document.createElement("div");
          host.toggleAttribute("data-loading", true);
          video.replaceWith(host);
          const { asset = "", poster } = video.dataset;
          return { key: `${index} ${asset}`, host, asset, poster, name: video.ariaLabel ?? "" };
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
