import { useIntl } from "react-intl";
import { translated } from "../../domain/translated.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import type { ContentSummary as Summary } from "../../offline/content-import/content-import.ts";
import styles from "./content-import.module.css";

/** The content on this computer; null if there is none. */
export const ContentSummary = ({ summary }: { summary: Summary | null }) => {
  const text = useText();
  const size = useFileSize();
  const { formatDate, formatNumber, locale } = useIntl();

  return (
    <section className="sheet" aria-labelledby="content-here">
      <h2 id="content-here">{text("content-import.here")}</h2>
      {summary ? (
        <>
          <ul className={styles.courses} aria-label={text("content-import.courses")}>
            {summary.courses.map((course) => (
              <li key={course.title}>
                <bdi>{translated(course, "title", locale)}</bdi>
              </li>
            ))}
          </ul>
          <dl className={styles.facts}>
            <dt>{text("content-import.lessons")}</dt>
            <dd>{formatNumber(summary.lessons)}</dd>
            <dt>{text("content-import.size")}</dt>
            <dd>
              <bdi>{size(summary.bytes)}</bdi>
            </dd>
            {summary.imported === null ? null : (
              <>
                <dt>{text("content-import.imported-on")}</dt>
                <dd>{formatDate(summary.imported, { dateStyle: "long", timeStyle: "short" })}</dd>
              </>
            )}
          </dl>
        </>
      ) : (
        <p>{text("content-import.nothing")}</p>
      )}
    </section>
  );
};
