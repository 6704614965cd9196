import { useIntl } from "react-intl";
import type { FoundContent } from "../../contract/staff-content.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./content.module.css";
import { useLanguageName } from "./use-language-name.ts";

type Untranslated = FoundContent["untranslated"][number];

const KINDS = [
  ["lessons", "staff-content.lessons"],
  ["terms", "glossary.title"],
  ["questions", "faq.title"],
  ["instructions", "how-to-study.title"],
  ["captions", "staff-content.captions"],
] as const satisfies readonly (readonly [Exclude<keyof Untranslated, "language">, MessageId])[];

/** What students of each language would read in English. */
export const UntranslatedView = ({ entries }: { entries: readonly Untranslated[] }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const languageName = useLanguageName();
  return (
    <>
      {entries.map((entry) => {
        const kinds = KINDS.filter(([kind]) => entry[kind].length > 0);
        return (
          <section key={entry.language}>
            <h4>{languageName(entry.language)}</h4>
            {kinds.length === 0 ? <p>{text("staff-content.all-translated")}</p> : null}
            <ul className={styles.names}>
              {kinds.map(([kind, name]) => (
                <li key={kind}>
                  {text(name)} ({formatNumber(entry[kind].length)}):{" "}
                  <bdi lang="en">{entry[kind].join(", ")}</bdi>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
};
