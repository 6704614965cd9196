import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { loadOrAlert } from "../../app-context/load-or-alert.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { FileHandle } from "../../core/files.ts";
import { useText } from "../../i18n/use-text.ts";
import { LessonVideo, loadLessonVideo, loadPictureZoom, PictureZoom } from "./chunks.ts";
import styles from "./lesson-html.module.css";
import { widthInPlace } from "./lesson-picture.ts";
import type { LessonVideoProps } from "./video/lesson-video.tsx";

export interface LessonMediaOptions {
  productKey: string;
  lessonKey: string;
  /** The language of the text. */
  language: string;
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
  const latest = useRef(text);
  latest.current = text;
  const container = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState<HTMLImageElement | null>(null);
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

      // The text may be replaced meanwhile, for example by that in another language.
      const enlarge = async (image: HTMLImageElement) => {
        if (await loadOrAlert(loadPictureZoom, app)) setZoom(image);
      };

      const offerZoom = (image: HTMLImageElement) => {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", className: styles.enlarge });
        button.ariaLabel = latest.current("lesson.enlarge", { name: image.alt });
        button.onclick = () => void enlarge(image);
        image.onclick = () => button.click();
        image.after(button);
      };

      const show = async (image: HTMLImageElement, width: number | undefined) => {
        image.toggleAttribute("data-loading", true);
        const url = await use(image, width);
        if (!current) return;
        image.toggleAttribute("data-loading", false);
        if (!url) return say(image, latest.current("lesson.picture-missing"));
        // A browser may not know the format of a smaller form.
        image.onerror = width ? () => void show(image, undefined) : null;
        image.src = url;
        if (image.matches("figure > :not(:has(+ button))")) offerZoom(image);
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
              say(host, latest.current("lesson.video-missing"));
            }
          },
        );
      }

      container.current = root;
      return () => {
        current = false;
        container.current = null;
        for (const handle of handles) handle.release();
        setVideos([]);
      };
    },
    [app, productKey],
  );

  const media: ReactNode = (
    <>
      {videos.map(({ key, ...video }) => (
        <LessonVideo key={key} {...video} productKey={productKey} lessonKey={lessonKey} />
      ))}
      {zoom ? (
        <PictureZoom
          image={zoom}
          text={container}
          productKey={productKey}
          language={language}
          onClose={() => setZoom(null)}
        />
      ) : null}
    </>
  );
  return { complete, media };
};
