import { directionOf } from "../../../domain/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./entries.module.css";

const LOOKS = { light: "staff-editor.entry-light", dark: "staff-editor.entry-dark" } as const;

export interface AnnouncementPreviewProps {
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
        <figure key={look} className={styles.look} data-look={look}>
          <figcaption>{text(LOOKS[look])}</figcaption>
          <div className={styles.announcement} lang={language} dir={directionOf(language)}>
            <p className={styles.title}>{title}</p>
            <p className={styles.body}>{body}</p>
          </div>
        </figure>
      ))}
    </section>
  );
};
