import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { entriesAddress, textAddress } from "../../../app-context/staff-links.ts";
import { staffFailures } from "../../../core/failure-messages/staff.ts";
import { sourceTextPlace } from "../../../domain/source-text.ts";
import { textIn } from "../../../domain/translated.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Fold } from "../../../ui/fold.tsx";
import { ENTRY_LISTS, useLanguageName } from "../content-words.tsx";
import editor from "../editor/editor.module.css";
import styles from "./tree.module.css";
import { useTree } from "./tree-service.ts";

const List = () => {
  const { texts: resource } = useTree();
  const { value: texts, failure } = useSnapshot(resource.state) as typeof resource.state;
  const text = useText();
  const { locale } = useIntl();
  useEffect(() => void resource.refresh(), [resource]);
  // The file without a language in its name has the title.
  const instructions = (texts?.texts ?? []).filter(({ path }) =>
    /^instructions\/[^.]*\.md$/.test(path),
  );
  const latest = Math.max(0, ...instructions.map(({ path }) => Number(/\d+/.exec(path)?.[0] ?? 0)));
  const studying = text("how-to-study.title");
  return (
    <>
      <FailureNotice failure={texts ? null : failure} messages={staffFailures} />
      <ul className={styles.found}>
        {ENTRY_LISTS.map(([kind, name]) => (
          <li key={kind}>
            <Link href={entriesAddress(kind)}>{text(name)}</Link>
          </li>
        ))}
        {instructions.map(({ path, titles }) => (
          <li key={path}>
            <Link href={textAddress(path)}>
              {studying}: <bdi>{textIn(titles, "title", locale).text || path}</bdi>
            </Link>
          </li>
        ))}
        {texts?.source ? (
          <li>
            <Link href={textAddress(`instructions/${latest - (latest % 10) + 10}-text.md`)}>
              {studying}: {text("staff-editor.entry-new")}
            </Link>
          </li>
        ) : null}
      </ul>
    </>
  );
};

/** The translations that need another look, as their originals have changed: how many in which language, and which. */
export const OutdatedTranslations = () => {
  const { texts: resource } = useTree();
  const { value } = useSnapshot(resource.state) as typeof resource.state;
  const text = useText();
  const { locale, formatNumber } = useIntl();
  const languageName = useLanguageName();
  useEffect(() => void resource.refresh(), [resource]);
  const outdated = (value?.texts ?? []).flatMap(
    ({ path, titles, outdated: isOutdated, entries }) => {
      const place = sourceTextPlace(path);
      if (!place) return [];
      const kind = place.kind === "glossary" ? "term" : "question";
      const ofEntries = entries.flatMap(({ at, name, languages }) =>
        languages.map((language) => ({ language, name, address: entriesAddress(kind, at) })),
      );
      if (!isOutdated) return ofEntries;
      const name = textIn(titles, "title", locale).text || place.key;
      return [{ language: place.language, name, address: textAddress(path) }];
    },
  );
  if (outdated.length === 0) return null;
  const languages = [...new Set(outdated.map(({ language }) => language))].sort();
  const of = (language: string) => outdated.filter((each) => each.language === language);
  const counts = languages.map(
    (language) => `${languageName(language)} (${formatNumber(of(language).length)})`,
  );
  return (
    <details className={editor.notice}>
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

/** The texts of the school that belong to no course. */
export const SchoolTexts = () => {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold heading={text("staff-editor.school-texts")} onToggle={() => setOpen(true)}>
      {isOpen ? <List /> : null}
    </Fold>
  );
};
