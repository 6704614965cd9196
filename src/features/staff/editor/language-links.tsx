import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import { useApp } from "../../../app-context/use-app.ts";
import { directionOf, LANGUAGES } from "../../../domain/languages.ts";
import { type SourceTextPlace, sourceTextPath } from "../../../domain/source-text.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import { SelectField } from "../../../ui/select-field.tsx";
import styles from "./editor.module.css";
import { fetchText } from "./editor-calls.ts";
import { textAddress } from "./editor-links.ts";

/** The same text in the other languages: to edit it, and to read it beside this one. */
export const LanguageLinks = ({ place }: { place: SourceTextPlace }) => {
  const text = useText();
  const { locale } = useIntl();
  const { send } = useApp().transport;
  const [beside, setBeside] = useState("");
  const [other, setOther] = useState<string | null>(null);
  const names = new Intl.DisplayNames([locale], { type: "language" });
  const others = LANGUAGES.filter((language) => language !== place.language);

  useEffect(() => {
    let isCurrent = true;
    setOther(null);
    if (beside === "") return;
    void fetchText(send, sourceTextPath(place, beside)).then((found) => {
      if (isCurrent) setOther(found ?? "");
    });
    return () => {
      isCurrent = false;
    };
  }, [send, place, beside]);

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
        onChange={(event) => setBeside(event.currentTarget.value)}
      >
        <option value="">{text("staff-editor.beside-nothing")}</option>
        {others.map((language) => (
          <option key={language} value={language}>
            {names.of(language)}
          </option>
        ))}
      </SelectField>
      {beside !== "" && other !== null ? (
        <textarea
          className={styles.source}
          aria-label={names.of(beside)}
          lang={beside}
          dir={directionOf(beside)}
          readOnly
          rows={12}
          value={other || text("staff-editor.not-translated")}
        />
      ) : null}
    </>
  );
};
