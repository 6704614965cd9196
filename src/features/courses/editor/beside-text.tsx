import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useApp } from "../../../app-context/use-app.ts";
import { directionOf } from "../../../domain/languages.ts";
import { type SourceTextPlace, sourceTextPath } from "../../../domain/source-text.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./editor.module.css";
import { fetchText } from "./editor-calls.ts";

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
