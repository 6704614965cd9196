import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import { textAddress } from "../../../app-context/staff-links.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { directionOf, LANGUAGES } from "../../../domain/languages.ts";
import { type SourceTextPlace, sourceTextPath } from "../../../domain/source-text.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import { SelectField } from "../../../ui/select-field.tsx";
import styles from "./editor.module.css";
import { fetchText } from "./editor-calls.ts";

export interface LanguageLinksProps {
  place: SourceTextPlace;
  /** The language that is read beside this one; empty: none. */
  beside: string;
  onBeside: (language: string) => void;
}

/** The same text in the other languages: to edit it, and to read it beside this one. */
export const LanguageLinks = ({ place, beside, onBeside }: LanguageLinksProps) => {
  const text = useText();
  const { locale } = useIntl();
  const names = new Intl.DisplayNames([locale], { type: "language" });
  const others = LANGUAGES.filter((language) => language !== place.language);

  return (
    <>
      <nav className={styles.languages} aria-label={text("staff-editor.column-languages")}>
        {LANGUAGES.map((language) => (
          <Link
            key={language}
            href={textAddress(sourceTextPath(place, language))}
            aria-current={language === place.language ? "page" : undefined}
            lang={language}
          >
            {nameOfLanguage(language)}
          </Link>
        ))}
      </nav>
      <SelectField
        label={text("staff-editor.beside")}
        value={beside}
        onChange={(event) => onBeside(event.currentTarget.value)}
      >
        <option value="">{text("staff-editor.beside-nothing")}</option>
        {others.map((language) => (
          <option key={language} value={language}>
            {names.of(language)}
          </option>
        ))}
      </SelectField>
    </>
  );
};

export interface BesideTextProps {
  place: SourceTextPlace;
  language: string;
}

/** The same text in another language, to read. */
export const BesideText = ({ place, language }: BesideTextProps) => {
  const text = useText();
  const { locale } = useIntl();
  const { send } = useApp().transport;
  const [other, setOther] = useState<string | null>(null);

  useEffect(() => {
    let isCurrent = true;
    setOther(null);
    void fetchText(send, sourceTextPath(place, language)).then((found) => {
      if (isCurrent) setOther(found ?? "");
    });
    return () => {
      isCurrent = false;
    };
  }, [send, place, language]);

  if (other === null) return null;
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(language);
  return (
    <label className={styles.write}>
      <b>{name}</b>
      <textarea
        className={styles.source}
        lang={language}
        dir={directionOf(language)}
        readOnly
        value={other || text("staff-editor.not-translated")}
      />
    </label>
  );
};
