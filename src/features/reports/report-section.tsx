import { type ReactNode, useId } from "react";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { TableDownloads } from "../../app-context/table-downloads.tsx";
import { staffFailures } from "../../core/failure-messages/staff.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { PlainTable } from "../../ui/plain-table.tsx";
import styles from "./reports.module.css";
import { type Report, type ReportName, useReportFile } from "./use-reports.ts";

interface ReportTableProps {
  caption: string;
  columns: readonly string[];
  rows: readonly { readonly key: string; readonly cells: readonly [string, ...string[]] }[];
  /** For its files. */
  report: ReportName;
  query: Record<string, string>;
}

/** The numbers behind a chart, folded until they are wanted. */
export const ReportTable = ({ caption, columns, rows, report, query }: ReportTableProps) => {
  const text = useText();
  const fetchFile = useReportFile(report, query);
  return (
    <details className={styles.numbers}>
      <summary>{text("staff-reports.as-table")}</summary>
      <PlainTable caption={caption} headings={columns}>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{first}</bdi>
              </th>
              {others.map((cell, at) => (
                <td key={columns[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <TableDownloads name={report} fetch={fetchFile} />
    </details>
  );
};

interface ReportSectionProps<Value> {
  heading: MessageId;
  /** What exactly is counted. */
  definition: MessageId;
  report: Report<Value>;
  children: (value: Value) => ReactNode;
}

/** A report: its name, what is counted, and its chart with the table. */
export const ReportSection = <Value,>({
  heading,
  definition,
  report: { value, failure, retry },
  children,
}: ReportSectionProps<Value>) => {
  const text = useText();
  const id = useId();
  return (
    <section className={`sheet ${styles.report}`} aria-labelledby={id}>
      <h2 id={id}>{text(heading)}</h2>
      <p className={styles.definition}>{text(definition)}</p>
      <FailureNotice failure={failure} messages={staffFailures} onRetry={retry} />
      {value || failure ? null : <p role="status">{text("staff-reports.loading")}</p>}
      {value ? children(value) : null}
    </section>
  );
};
