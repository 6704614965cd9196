import { useIntl } from "react-intl";
import { Link } from "wouter";
import { textAddress } from "../../../app-context/staff-links.ts";
import { LANGUAGES } from "../../../domain/languages.ts";
import { type SourceTextPlace, sourceTextPath } from "../../../domain/source-text.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import { SelectField } from "../../../ui/select-field.tsx";
import styles from "./editor.module.css";

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
