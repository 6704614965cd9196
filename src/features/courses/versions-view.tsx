import { useIntl } from "react-intl";
import type { ContentVersion } from "../../contract/staff-content.ts";
import { useText } from "../../i18n/use-text.ts";
import table from "../../ui/table.module.css";
import styles from "./content.module.css";
import { useMaker } from "./use-maker.ts";

const MEGABYTE = 1024 * 1024;

export interface VersionsViewProps {
  versions: readonly ContentVersion[];
  isBusy: boolean;
  onExport: (version: ContentVersion) => void;
  onGoBack: (version: ContentVersion) => void;
}

/** The versions that were published, the latest first. Each can be downloaded, and published again. */
export const VersionsView = ({ versions, isBusy, onExport, onGoBack }: VersionsViewProps) => {
  const text = useText();
  const { formatDate, formatNumber } = useIntl();
  const makerOf = useMaker();
  return (
    <div className={styles.scroll}>
      <table className={table.table}>
        <caption className={table.hidden}>{text("staff-content.versions")}</caption>
        <thead>
          <tr>
            <th scope="col">{text("staff-content.published-on")}</th>
            <th scope="col">{text("staff-content.by")}</th>
            <th scope="col" className={styles.number}>
              {text("staff-content.lessons")}
            </th>
            <th scope="col" className={styles.size}>
              {text("staff-content.size")}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {versions.map((version, at) => {
            const when = formatDate(version.published ?? 0, {
              dateStyle: "medium",
              timeStyle: "short",
            });
            return (
              <tr key={version.id}>
                <th scope="row">{when}</th>
                <td>
                  <bdi>{makerOf(version)}</bdi>
                </td>
                <td className={styles.number}>{formatNumber(version.lessons)}</td>
                <td className={styles.size}>
                  {text("staff-content.files", {
                    count: version.files,
                    megabytes: formatNumber(version.bytes / MEGABYTE, { maximumFractionDigits: 1 }),
                  })}
                </td>
                <td>
                  <span className={styles.acts}>
                    {at === 0 ? (
                      <span>{text("staff-content.present")}</span>
                    ) : (
                      <button
                        type="button"
                        aria-label={text("staff-content.go-back-to", { when })}
                        aria-disabled={isBusy || undefined}
                        onClick={() => {
                          if (!isBusy) onGoBack(version);
                        }}
                      >
                        {text("staff-content.go-back")}
                      </button>
                    )}
                    <button
                      type="button"
                      aria-label={text("staff-content.download-of", { when })}
                      aria-disabled={isBusy || undefined}
                      onClick={() => {
                        if (!isBusy) onExport(version);
                      }}
                    >
                      {text("staff-content.download")}
                    </button>
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};
