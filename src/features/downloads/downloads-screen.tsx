import { useEffect } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import type { Installer } from "../../contract/downloads.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Downloads } from "../../services/downloads.ts";
import { NotThere } from "../../ui/not-there.tsx";
import { useTitle } from "../../ui/use-title.ts";
import styles from "./downloads.module.css";
import { LicenceFileLink } from "./licence-file-link.tsx";
import { SerialNumber } from "./serial-number.tsx";

/** What the systems call themselves, in every language. */
const SYSTEM_NAMES: Readonly<Record<string, string>> = {
  windows: "Windows",
  macos: "macOS",
  linux: "Linux",
};

const KB = 1000;

export interface DownloadsScreenProps {
  downloads: Downloads;
  /** The address of the page for computers without a network. */
  licenceFilePath: string;
  organisationName: string;
}

/** The desktop app for each system, and the number that activates it. */
const DownloadsScreen = ({
  downloads,
  licenceFilePath,
  organisationName,
}: DownloadsScreenProps) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const { installers, unavailable, serialNumber } = useSnapshot(downloads.state);
  useTitle(text("downloads.title"), organisationName);

  useEffect(() => {
    void downloads.load();
  }, [downloads]);

  const sizeOf = (bytes: number): string => {
    const [value, unit] =
      bytes < KB * KB ? [bytes / KB, "kilobyte"] : [bytes / (KB * KB), "megabyte"];
    return formatNumber(value, { style: "unit", unit, maximumFractionDigits: value < 10 ? 1 : 0 });
  };

  const row = ({ system, version, url, size, checksum }: Installer) => (
    <li key={system}>
      <a className="button" href={url} download>
        <bdi>{SYSTEM_NAMES[system] ?? system}</bdi>
        <small>{sizeOf(size ?? 0)}</small>
      </a>
      <p>{text("downloads.version", { version })}</p>
      {checksum ? (
        <details>
          <summary>{text("downloads.checksum")}</summary>
          <code dir="ltr">{checksum}</code>
        </details>
      ) : null}
    </li>
  );

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("downloads.title")}</h1>
      <p>{text("downloads.intro")}</p>
      <div className={styles.columns}>
        <section className="sheet" aria-label={text("downloads.app")}>
          <h2>{text("downloads.app")}</h2>
          {unavailable ? (
            <NotThere
              message={text("downloads.unavailable")}
              retry={text("screen.retry")}
              onRetry={() => void downloads.load()}
            />
          ) : null}
          {installers ? (
            <ul className={styles.systems}>{installers.map((each) => row(each))}</ul>
          ) : (
            <p role="status">{text("reference.loading")}</p>
          )}
        </section>
        <SerialNumber serialNumber={serialNumber} />
        {serialNumber ? <LicenceFileLink path={licenceFilePath} /> : null}
      </div>
    </main>
  );
};

export default DownloadsScreen;
