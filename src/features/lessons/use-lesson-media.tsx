import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Files } from "../../core/files.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./lesson-html.module.css";
import type { LessonMedia, LessonVideo, ZoomPicture, ZoomProps } from "./lesson-media.ts";

export interface LessonMediaOptions {
  product: string;
  lesson: string;
  language: string;
  files: Files;
  /** Without it, on paper, pictures are not enlarged and videos are their posters. */
  media?: LessonMedia;
}

interface ShownZoom {
  Zoom: ComponentType<ZoomProps>;
  picture: ZoomPicture;
  /** Where the focus returns. */
  opener: HTMLElement;
}

interface ShownVideo extends LessonVideo {
  show: Awaited<ReturnType<LessonMedia["loadVideo"]>>;
}

const buttonsIn = (container: HTMLElement) =>
  container.querySelectorAll<HTMLButtonElement>("figure > button");

/** Nothing moves on paper: each video gives way to its poster. */
const stillVideos = (root: HTMLElement): void => {
  for (const video of root.querySelectorAll<HTMLVideoElement>("video[data-asset]")) {
    const { poster } = video.dataset;
    const picture = Object.assign(document.createElement("img"), { alt: video.ariaLabel ?? "" });
    if (poster) picture.dataset.asset = poster;
    video.replaceWith(...(poster ? [picture] : []));
  }
};

/**
 * The pictures and videos of a lesson's text: fetched, the pictures enlarged when somebody wants.
 * @returns what completes the text, and what stands beside it
 */
export const useLessonMedia = (options: LessonMediaOptions) => {
  const { product, files, media } = options;
  const text = useText();
  const latest = useRef({ ...options, text });
  latest.current = { ...options, text };
  const container = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState<ShownZoom | null>(null);
  const [videos, setVideos] = useState<ShownVideo[]>([]);

  // In the language of the interface, which can be switched while the text stays.
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
        if (!media) return;
        try {
          const Zoom = await media.loadZoom();
          const { src: url, alt: name, naturalWidth: width, naturalHeight: height } = image;
          const caption = image.parentElement?.querySelector("figcaption")?.textContent || name;
          const { language } = latest.current;
          const picture = { url, name, caption, language, natural: { width, height } };
          if (current) setZoom({ Zoom, picture, opener });
        } catch {
          media.onFailure();
        }
      };

      const offerZoom = (image: HTMLImageElement) => {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", className: styles.enlarge });
        button.ariaLabel = latest.current.text("lesson.enlarge", { name: image.alt });
        button.onclick = () => void enlarge(image, button);
        image.onclick = () => button.click();
        image.after(button);
      };

      if (!media) stillVideos(root);
      const handles = [...root.querySelectorAll<HTMLImageElement>("img[data-asset]")].map(
        (image) => {
          const handle = files.use("asset", product, image.dataset.asset ?? "");
          image.toggleAttribute("data-loading", true);
          void handle.url.then((url) => {
            image.toggleAttribute("data-loading", false);
            if (!url) say(image, latest.current.text("lesson.picture-missing"));
            else {
              image.src = url;
              if (media && image.parentElement?.localName === "figure") offerZoom(image);
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
      if (media && found.length > 0) {
        media.loadVideo().then(
          (show) => current && setVideos(found.map((video) => ({ ...video, show }))),
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
    [files, product, media],
  );

  const onZoomClose = () => {
    setZoom(null);
    // The second press of a double click may have taken the focus away before it opened.
    zoom?.opener.focus({ preventScroll: true });
  };

  const parts: ReactNode = (
    <>
      {videos.map(({ show, key, ...video }) =>
        show(key, { ...video, product, lesson: options.lesson }),
      )}
      {zoom ? <zoom.Zoom picture={zoom.picture} onClose={onZoomClose} /> : null}
    </>
  );
  return { complete, parts };
};
