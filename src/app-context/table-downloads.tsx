import { useIntl } from "react-intl";
import { useText } from "../i18n/use-text.ts";
import type { Result } from "../lib/result.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import { FailureNotice } from "./failure-notice.tsx";
import styles from "./table-downloads.module.css";
import { useSave } from "./use-save.ts";

const FORMATS = [
  ["csv", "desk.as-csv"],
  ["xlsx", "desk.as-xlsx"],
] as const;

interface TableDownloadsProps {
  /** The file's name without its ending. */
  name: string;
  /** Fetches the table in a format, for a spreadsheet of the person's language. */
  fetch: (as: { format: string; language: string }) => Promise<Result<Blob, CallFailure>>;
}

/** Buttons that take a table along as a file. */
export const TableDownloads = ({ name, fetch }: TableDownloadsProps) => {
  const text = useText();
  const { locale } = useIntl();
  const { busy, failure, save } = useSave();
  return (
    <>
      <p className={styles.buttons}>
        {FORMATS.map(([format, label]) => (
          <button
            key={format}
            type="button"
            className="button quiet"
            aria-disabled={busy || undefined}
            onClick={() =>
              void save(() => fetch({ format, language: locale }), `${name}.${format}`)
            }
          >
            {text(label)}
          </button>
        ))}
      </p>
      <FailureNotice failure={failure} messages={{ else: "desk-failure.not-fetched" }} />
    </>
  );
};
