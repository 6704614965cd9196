import { useIntl } from "react-intl";
import { Link } from "wouter";
import { textAddress } from "../../../app-context/staff-links.ts";
import type { SourceText } from "../../../contract/staff-editor.ts";
import { sourceTextPlace } from "../../../domain/source-text.ts";
import { textIn } from "../../../domain/translated.ts";
import { useText } from "../../../i18n/use-text.ts";
import { useLanguageName } from "../content-words.tsx";
import styles from "./editor.module.css";

/** The translations that need another look, as their originals have changed: how many in which language, and which. */
export const OutdatedTexts = ({ texts }: { texts: readonly SourceText[] }) => {
  const text = useText();
  const { locale, formatNumber } = useIntl();
  const languageName = useLanguageName();
  const outdated = texts.flatMap(({ path, titles, outdated: isOutdated }) => {
    const place = isOutdated ? sourceTextPlace(path) : null;
    if (!place) return [];
    return [{ path, place, name: textIn(titles, "title", locale).text || place.key }];
  });
  if (outdated.length === 0) return null;
  const languages = [...new Set(outdated.map(({ place }) => place.language))].sort();
  const of = (language: string) => outdated.filter(({ place }) => place.language === language);
  const counts = languages.map(
    (language) => `${languageName(language)} (${formatNumber(of(language).length)})`,
  );
  return (
    <details className={styles.notice}>
      <summary>
        {text("staff-editor.outdated", { count: outdated.length })} {counts.join(", ")}
      </summary>
      {languages.map((language) => (
        <section key={language}>
          <h2>{languageName(language)}</h2>
          <ul>
            {of(language).map(({ path, name }) => (
              <li key={path}>
                <Link href={textAddress(path)}>
                  <bdi>{name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
};
