import { useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { App } from "../../app-context/app.ts";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { LICENCE_FILE } from "../../app-context/links.ts";
import { useService } from "../../app-context/service.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import type { Installer } from "../../contract/downloads.ts";
import { useText } from "../../i18n/use-text.ts";
import { CopyRow } from "../../ui/copy-row.tsx";
import { DownloadGuard } from "./download-guard.tsx";
import styles from "./downloads.module.css";
import { createDownloads } from "./downloads.ts";

/** Leads to the page where a computer without a network gets its licence. */
const LicenceFileLink = () => {
  const text = useText();
  return (
    <section className="sheet" aria-labelledby="without-network">
      <h2 id="without-network">{text("licence-file.link-heading")}</h2>
      <p>{text("licence-file.link-help")}</p>
      <Link className="button quiet" href={LICENCE_FILE}>
        {text("licence-file.link")}
      </Link>
    </section>
  );
};

/** Null while it is loading, empty if there is none. */
const SerialNumber = ({ serialNumber }: { serialNumber: string | null }) => {
  const text = useText();
  const number = useRef<HTMLElement>(null);
  return (
    <section className="sheet" aria-labelledby="serial">
      <h2 id="serial">{text("downloads.serial")}</h2>
      {serialNumber === null ? <p role="status">{text("reference.loading")}</p> : null}
      {serialNumber === "" ? <p role="status">{text("downloads.no-serial")}</p> : null}
      {serialNumber ? (
        <>
          <p>{text("downloads.serial-help")}</p>
          <p className={styles.serial}>
            <code ref={number} dir="ltr">
              {serialNumber}
            </code>
          </p>
          <CopyRow
            text={serialNumber}
            texts={{
              copy: text("downloads.copy"),
              copied: text("downloads.copied"),
              notCopied: text("downloads.not-copied"),
            }}
            // What is selected can be copied with the keyboard.
            onFailed={() => number.current && getSelection()?.selectAllChildren(number.current)}
          />
        </>
      ) : null}
    </section>
  );
};

/** The names of the systems, which are the same in every language. */
const SYSTEM_NAMES: Readonly<Record<string, string>> = {
  windows: "Windows",
  macos: "macOS",
  linux: "Linux",
};

const KB = 1000;

declare const APP_VERSION: string;

const create = ({ transport }: App) =>
  createDownloads({ send: transport.send, base: transport.base, version: APP_VERSION });

/** The file name extension of a package, such as `.deb`. */
const extensionOf = ({ url }: Installer): string =>
  /(\.tar)?\.[\da-z]+$/i.exec(url.split("?")[0] ?? "")?.[0] ?? "";

/** The desktop app for each system, and the number that activates it. */
const Downloads = () => {
  const { desktop } = useApp();
  const downloads = useService(create);
  const running = desktop?.machine.version;
  const text = useText();
  const { formatNumber, locale } = useIntl();
  const { installers, packages, notes, problem, serialNumber } = useSnapshot(downloads.state);
  const news = notes[locale.slice(0, 2)] ?? notes.en;
  const latest = installers?.[0]?.version;
  useScreenTitle(text("downloads.title"));

  useEffect(() => void downloads.load(), [downloads]);

  const sizeOf = (bytes: number): string => {
    const [value, unit] =
      bytes < KB * KB ? [bytes / KB, "kilobyte"] : [bytes / (KB * KB), "megabyte"];
    return formatNumber(value, { style: "unit", unit, maximumFractionDigits: value < 10 ? 1 : 0 });
  };

  /** The packages besides the first one: a system may have several kinds. */
  const others = (system: string): Installer[] => {
    const first = installers?.find((each) => each.system === system);
    return packages.filter(
      (each) => each.system === system && first && extensionOf(each) !== extensionOf(first),
    );
  };

  const row = ({ system, version, url, size, checksum }: Installer) => (
    <li key={system}>
      <a className="button" href={url} download>
        <bdi>{SYSTEM_NAMES[system] ?? system}</bdi>
        <small>
          <bdi>{sizeOf(size ?? 0)}</bdi>
        </small>
      </a>
      <p>{text("downloads.version", { version })}</p>
      {others(system).map((other) => (
        <a
          key={extensionOf(other)}
          className={styles.other}
          href={other.url}
          download
          aria-label={`${SYSTEM_NAMES[system] ?? system} ${extensionOf(other)}`}
        >
          <bdi>{extensionOf(other)}</bdi>
          <small>
            <bdi>{sizeOf(other.size ?? 0)}</bdi>
          </small>
        </a>
      ))}
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
      <p>{running ? text("downloads.running", { version: running }) : text("downloads.intro")}</p>
      <div className={styles.columns}>
        <section className="sheet" aria-label={text("downloads.app")}>
          <h2>{text("downloads.app")}</h2>
          {problem === "none" ? <p>{text("downloads.none")}</p> : null}
          <FailureNotice
            failure={problem === "unavailable"}
            messages={{ else: "downloads.unavailable" }}
            onRetry={() => void downloads.load()}
          />
          {installers && installers.length > 0 ? (
            <ul className={styles.systems}>{installers.map((each) => row(each))}</ul>
          ) : null}
          {installers ? null : <p role="status">{text("reference.loading")}</p>}
          {news && latest ? (
            <details>
              <summary>{text("downloads.whats-new", { version: latest })}</summary>
              <p className={styles.news} dir="auto">
                {news}
              </p>
            </details>
          ) : null}
        </section>
        <div className={styles.stack}>
          <SerialNumber serialNumber={serialNumber} />
          {serialNumber ? <LicenceFileLink /> : null}
        </div>
      </div>
    </main>
  );
};

const DownloadsScreen = () => (
  <DownloadGuard>
    <Downloads />
  </DownloadGuard>
);

export default DownloadsScreen;
