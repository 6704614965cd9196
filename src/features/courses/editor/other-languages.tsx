import { Link } from "wouter";
import { textAddress } from "../../../app-context/staff-links.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { LANGUAGES } from "../../../domain/languages.ts";
import { type SourceTextPlace, sourceTextPath } from "../../../domain/source-text.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import { useReads } from "../../../i18n/use-reads.ts";
import { useText } from "../../../i18n/use-text.ts";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { useAsync } from "../../../ui/use-async.ts";
import { useLanguageName } from "../content-words.tsx";
import styles from "./editor.module.css";
import { fetchShownText } from "./editor-calls.ts";
import { ShownPages } from "./preview.tsx";

interface LanguageLinksProps {
  place: SourceTextPlace;
  /** Of the school. */
  languages: readonly string[];
  /** The language that is read beside this one; empty: none. */
  beside: string;
  onBeside: (language: string) => void;
}

/** The same text in the other languages of the school: to edit it, and to read it beside this one. */
export const LanguageLinks = ({ place, languages, beside, onBeside }: LanguageLinksProps) => {
  const text = useText();
  const languageName = useLanguageName();
  const [, first] = useReads();
  const shown = LANGUAGES.filter((each) => each === place.language || languages.includes(each));
  if (shown.length < 2) return null;
  return (
    <>
      <nav className={styles.languages} aria-label={text("staff-editor.column-languages")}>
        {shown.map((language) => (
          <Link
            key={language}
            href={textAddress(sourceTextPath(place, language, first))}
            aria-current={language === place.language ? "page" : undefined}
            lang={language}
          >
            {nameOfLanguage(language)}
          </Link>
        ))}
      </nav>
      <ChoiceField
        label={text("staff-editor.beside")}
        value={beside}
        options={[
          ["", text("staff-editor.beside-nothing")],
          ...shown
            .filter((language) => language !== place.language)
            .map((language) => [language, languageName(language)] as const),
        ]}
        onChange={onBeside}
      />
    </>
  );
};

interface OtherLanguageProps {
  place: SourceTextPlace;
  language: string;
}

/** The same text in another language, as students see it. */
export const OtherLanguage = ({ place, language }: OtherLanguageProps) => {
  const text = useText();
  const languageName = useLanguageName();
  const { send } = useApp().transport;
  const [, first] = useReads();
  const path = sourceTextPath(place, language, first);
  const shown = useAsync(() => fetchShownText(send, path), [send, path]);
  if (shown === undefined) return null;
  const other = shown?.pages ?? [];
  return (
    <div className={styles.write}>
      <p>
        <b>{languageName(language)}</b>
      </p>
      {other.length > 0 ? (
        <ShownPages product={place.product} pages={other} label={languageName(language)} />
      ) : (
        <p>{text("staff-editor.not-translated")}</p>
      )}
    </div>
  );
};
