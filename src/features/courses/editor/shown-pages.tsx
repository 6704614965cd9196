import { useCallback, useEffect, useRef, useState } from "react";
import { useApp } from "../../../app-context/use-app.ts";
import type { ShownText } from "../../../contract/staff-editor.ts";
import { directionOf } from "../../../domain/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import { HtmlText, prepareHtmlText } from "../../../ui/html-text.tsx";
import styles from "./editor.module.css";
import { fetchPicture } from "./editor-calls.ts";

/** The addresses of a product's pictures, for as long as the component is shown. */
const usePictures = (product: string) => {
  const { sendForBytes } = useApp().transport;
  const known = useRef(new Map<string, Promise<string | null>>());
  useEffect(() => {
    const pictures = known.current;
    return () => {
      for (const address of pictures.values()) {
        void address.then((url) => url && URL.revokeObjectURL(url));
      }
      pictures.clear();
    };
  }, []);
  return useCallback(
    (name: string): Promise<string | null> => {
      const found = known.current.get(name);
      if (found) return found;
      const fetched = fetchPicture(sendForBytes, product, name);
      known.current.set(name, fetched);
      // One that is not there yet is asked for again.
      void fetched.then((url) => url ?? known.current.delete(name));
      return fetched;
    },
    [sendForBytes, product],
  );
};

export interface ShownPagesProps {
  product: string;
  pages: ShownText["pages"];
}

/** A text as students would see it. */
export const ShownPages = ({ product, pages }: ShownPagesProps) => {
  const text = useText();
  const pictureOf = usePictures(product);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    void prepareHtmlText().then(() => setIsReady(true));
  }, []);

  const complete = useCallback(
    (container: HTMLElement) => {
      let isCurrent = true;
      for (const image of container.querySelectorAll<HTMLImageElement>("img[data-asset]")) {
        void pictureOf(image.dataset.asset ?? "").then((url) => {
          if (isCurrent && url) image.src = url;
        });
      }
      for (const video of container.querySelectorAll<HTMLVideoElement>("video[data-asset]")) {
        const name = document.createElement("em");
        name.textContent = video.dataset.asset ?? "";
        video.replaceWith(name);
      }
      return () => {
        isCurrent = false;
      };
    },
    [pictureOf],
  );

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard
    <section className={styles.shown} aria-label={text("staff-editor.page")} tabIndex={0}>
      {isReady
        ? pages.map(({ title, html, language }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pages have nothing else that names them
            <article key={at} className={styles.sheet}>
              <h2 lang={language} dir={directionOf(language)}>
                {title}
              </h2>
              <HtmlText
                html={html}
                language={language}
                direction={directionOf(language)}
                deeper={1}
                invalid={text("lesson-failure.invalid-content")}
                onTerm={() => {}}
                onLink={(_, event) => event.preventDefault()}
                complete={complete}
              />
            </article>
          ))
        : null}
      {pages.length === 0 ? <p>{text("staff-editor.no-page")}</p> : null}
    </section>
  );
};
