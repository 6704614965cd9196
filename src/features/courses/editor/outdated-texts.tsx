import { useIntl } from "react-intl";
import { Link } from "wouter";
import { entriesAddress, textAddress } from "../../../app-context/staff-links.ts";
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
  const outdated = texts.flatMap(({ path, titles, outdated: isOutdated, entries }) => {
    const place = sourceTextPlace(path);
    if (!place) return [];
    const kind = place.kind === "glossary" ? "term" : "question";
    const ofEntries = entries.flatMap(({ at, name, languages }) =>
      languages.map((language) => ({ language, name, address: entriesAddress(kind, at) })),
    );
    if (!isOutdated) return ofEntries;
    const name = textIn(titles, "title", locale).text || place.key;
    return [{ language: place.language, name, address: textAddress(path) }];
  });
  if (outdated.length === 0) return null;
  const languages = [...new Set(outdated.map(({ language }) => language))].sort();
  const of = (language: string) => outdated.filter((each) => each.language === language);
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
            {of(language).map(({ address, name }) => (
              <li key={address}>
                <Link href={address}>
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
