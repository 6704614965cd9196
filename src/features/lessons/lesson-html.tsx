import {
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useLocation } from "wouter";
import type { App } from "../../app-context/app.ts";
import { lessonPath } from "../../app-context/links.ts";
import { loadOrAlert } from "../../app-context/load-or-alert.ts";
import { BASE } from "../../app-context/location.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { FileHandle } from "../../core/files.ts";
import { directionOf } from "../../domain/languages.ts";
import { isWebLink } from "../../domain/web-link.ts";
import { useText } from "../../i18n/use-text.ts";
import { HtmlText } from "../../ui/html-text.tsx";
import { LessonVideo, loadLessonVideo, loadPictureZoom, PictureZoom } from "./chunks.ts";
import { LessonDraft } from "./draft/chunk.ts";
import styles from "./lesson-html.module.css";
import { widthInPlace } from "./lesson-picture.ts";
import type { LessonVideoProps } from "./video/lesson-video.tsx";

type LessonMediaOptions = Pick<LessonHtmlProps, "productKey" | "lessonKey" | "language">;

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
const useLessonMedia = ({ productKey, lessonKey, language }: LessonMediaOptions) => {
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
      // The text is usable first: to ask where its pictures are lays the whole page out.
      const timer = setTimeout(async () => {
        // Those that are seen first have the line to themselves.
        const first = images.filter(isInView);
        await Promise.all(first.map((image) => show(image, widthInPlace(image))));
        if (!current) return;
        for (const image of images)
          if (!first.includes(image)) void show(image, widthInPlace(image));
      });

      // The desktop app has no frames: films at other companies stay links.
      const players = app.transport.assetAddress ? "" : ",a[data-film]";
      const videos = [...root.querySelectorAll<HTMLElement>(`video[data-asset]${players}`)].map(
        (video, index) => {
          const host = document.createElement("div");
          host.toggleAttribute("data-loading", true);
          video.replaceWith(host);
          const { asset = "", film, poster, size } = video.dataset;
          const name = video.ariaLabel ?? video.textContent;
          return {
            key: `${index} ${asset}`,
            host,
            asset,
            film,
            poster,
            name,
            size: Number(size) || null,
          };
        },
      );
      if (videos.length > 0) {
        loadLessonVideo(app).then(
          () => current && setVideos(videos),
          () => {
            for (const { host } of videos) {
              host.toggleAttribute("data-loading", false);
              say(host, latest.current("lesson.video-missing"));
            }
          },
        );
      }

      container.current = root;
      return () => {
        current = false;
        clearTimeout(timer);
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

interface LessonHtmlProps {
  html: string;
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
  const outside = text("lesson.outside");
  const { complete: completeMedia, media } = useLessonMedia({ productKey, lessonKey, language });

  const complete = useCallback(
    (container: HTMLElement) => {
      for (const link of container.querySelectorAll("a")) {
        const { lesson, asset, web = "" } = link.dataset;
        // A full address, because the router does not handle these links.
        if (lesson) link.href = BASE + lessonPath(productKey, courseKey, lesson);
        else if (asset) link.href = "#";
        else if (isWebLink(web)) leadOut(link, web, outside);
      }
      return completeMedia(container);
    },
    [completeMedia, productKey, courseKey, outside],
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

/** Makes a link lead out of the school, and says so. */
const leadOut = (link: HTMLAnchorElement, href: string, words: string): void => {
  const { lang } = document.documentElement;
  Object.assign(link, { href, target: "_blank", rel: "noopener noreferrer" });
  link.append(
    Object.assign(document.createElement("span"), {
      ...{ className: "unseen", lang, textContent: ` (${words})` },
    }),
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
