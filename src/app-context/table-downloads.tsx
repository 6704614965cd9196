import { useState } from "react";
import { useIntl } from "react-intl";
import { useText } from "../i18n/use-text.ts";
import type { Result } from "../lib/result.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import { saveFile } from "../ui/save-file.ts";
import styles from "./table-downloads.module.css";

const FORMATS = [
  ["csv", "desk.as-csv"],
  ["xlsx", "desk.as-xlsx"],
] as const;

export interface TableDownloadsProps {
  /** The file's name without its ending. */
  name: string;
  /** Fetches the table in a format, for a spreadsheet of the person's language. */
  fetch: (as: { format: string; language: string }) => Promise<Result<Blob, CallFailure>>;
}

/** Buttons that take a table along as a file. */
export const TableDownloads = ({ name, fetch }: TableDownloadsProps) => {
  const text = useText();
  const { locale } = useIntl();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const save = async (format: string) => {
    if (busy) return;
    setBusy(true);
    const answer = await fetch({ format, language: locale });
    setBusy(false);
    setFailed(!answer.ok);
    if (answer.ok) saveFile(answer.value, `${name}.${format}`);
  };
  return (
    <>
      <p className={styles.buttons}>
        {FORMATS.map(([format, label]) => (
          <button
            key={format}
            type="button"
            className="button quiet"
            aria-disabled={busy || undefined}
            onClick={() => void save(format)}
          >
            {text(label)}
          </button>
        ))}
      </p>
      {failed ? <p role="alert">{text("desk-failure.not-fetched")}</p> : null}
    </>
  );
};
