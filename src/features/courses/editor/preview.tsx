import { useCallback, useEffect, useRef, useState } from "react";
import { useRemarkWords } from "../../../app-context/remark-words.ts";
import { useApp } from "../../../app-context/use-app.ts";
import type { ShownText, TextProblem } from "../../../contract/staff-editor.ts";
import { directionOf } from "../../../domain/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import { HtmlText, prepareHtmlText } from "../../../ui/html-text.tsx";
import styles from "./editor.module.css";
import { fetchPicture } from "./editor-calls.ts";
import entries from "./entries.module.css";

interface TextProblemsProps {
  /** Null until the school has looked at the text. */
  problems: readonly TextProblem[] | null;
  isNotShown: boolean;
  /** Leads to the place. `field`: that of an entry; empty: the line is elsewhere. */
  onLine: (line: number, field: string) => void;
  /** What a field of the form is called; absent: there is no form. */
  nameOf?: (field: string) => string;
}

/** What is wrong with a text, by line or by field. */
export const TextProblems = ({ problems, isNotShown, onLine, nameOf }: TextProblemsProps) => {
  const text = useText();
  const wordsOf = useRemarkWords();
  return (
    <section className={styles.problems} aria-label={text("staff-editor.problems")}>
      <p role="status">
        {isNotShown
          ? text("staff-editor.not-shown")
          : problems
            ? text("staff-editor.problem-count", { count: problems.length })
            : ""}
      </p>
      <ul>
        {(problems ?? []).map(({ severity, line, field, ...said }) => (
          <li key={`${line} ${said.message}`} data-severity={severity}>
            <button type="button" onClick={() => onLine(line, field)}>
              {(field && nameOf?.(field)) || text("staff-editor.line", { line })}
            </button>{" "}
            {wordsOf(said)}
          </li>
        ))}
      </ul>
    </section>
  );
};

const LOOKS = { light: "staff-editor.entry-light", dark: "staff-editor.entry-dark" } as const;

interface AnnouncementPreviewProps {
  title: string;
  body: string;
  language: string;
}

/** An announcement as students see it, in both themes. */
export const AnnouncementPreview = ({ title, body, language }: AnnouncementPreviewProps) => {
  const text = useText();
  return (
    <section aria-label={text("staff-editor.page")}>
      {(["light", "dark"] as const).map((look) => (
        <figure key={look} className={entries.look} data-look={look}>
          <figcaption>{text(LOOKS[look])}</figcaption>
          <div className={entries.announcement} lang={language} dir={directionOf(language)}>
            <p className={entries.title}>{title}</p>
            <p className={entries.body}>{body}</p>
          </div>
        </figure>
      ))}
    </section>
  );
};

/** The addresses of a product's pictures, for as long as the component is shown. */
export const usePictures = (product: string) => {
  const { sendForBytes } = useApp().transport;
  const addresses = useRef(new Map<string, Promise<string | null>>());
  useEffect(() => {
    const pictures = addresses.current;
    return () => {
      for (const address of pictures.values()) {
        void address.then((url) => url && URL.revokeObjectURL(url));
      }
      pictures.clear();
    };
  }, []);
  return useCallback(
    (name: string): Promise<string | null> => {
      const cached = addresses.current.get(name);
      if (cached) return cached;
      const fetched = fetchPicture(sendForBytes, product, name);
      addresses.current.set(name, fetched);
      // One that is not there yet is asked for again.
      void fetched.then((url) => url ?? addresses.current.delete(name));
      return fetched;
    },
    [sendForBytes, product],
  );
};

interface ShownPagesProps {
  product: string;
  pages: ShownText["pages"];
  /** What it is; absent: the page of what is written. */
  label?: string;
}

/** A text as students would see it. */
export const ShownPages = ({ product, pages, label }: ShownPagesProps) => {
  const text = useText();
  const pictureOf = usePictures(product);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => void prepareHtmlText().then(() => setIsReady(true)), []);

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
    <section className={styles.shown} aria-label={label ?? text("staff-editor.page")} tabIndex={0}>
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
