import { type ChangeEvent, useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useDesktop } from "../../app-context/use-desktop.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { translated } from "../../domain/translated.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import type {
  ContentImport,
  ContentSummary as Summary,
} from "../../offline/content-import/content-import.ts";
import type { ImportFailure } from "../../offline/content-import/import-source.ts";
import { Button } from "../../ui/button.tsx";
import { Tape } from "../../ui/tape.tsx";
import styles from "./content-import.module.css";

/** The values in a failure's message: a file name or a number of files. */
const importFailureValues = (failure: ImportFailure): Record<string, string | number> => ({
  file: "file" in failure ? failure.file : "",
  count: "count" in failure ? failure.count : 0,
});

/**
 * Imports content from a folder or a file.
 * @throws Error outside of the offline build
 */
const useContentImport = (): ContentImport => {
  const { contentImport } = useDesktop();
  if (!contentImport) throw new Error("This component is only for the offline build.");
  return contentImport;
};

/** Chooses a folder or a zip, shows how far the import has come, and says how it ended. */
const ChooseContent = () => {
  const contentImport = useContentImport();
  const text = useText();
  const size = useFileSize();
  const { phase, done, total, outcome } = useSnapshot(contentImport.state);
  const file = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  const busy = phase !== "idle";

  useEffect(() => {
    // The cancel button is removed with the import, so the focus has to move.
    if (wasBusy.current && !busy && document.activeElement === document.body) {
      chooser.current?.focus();
    }
    wasBusy.current = busy;
  }, [busy]);

  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [zip] = event.currentTarget.files ?? [];
    // The same file may be chosen again after it was copied again.
    event.currentTarget.value = "";
    if (zip) void contentImport.importZip(zip);
  };

  const stage = () => {
    if (phase === "checking") return text("content-import.checking");
    if (phase === "replacing") return text("content-import.replacing");
    return text("content-import.copying", { done: size(done), total: size(total) });
  };

  const ended = () => {
    if (busy || outcome === null) return null;
    if (outcome === "imported") return <p role="status">{text("content-import.done")}</p>;
    const isOwnWish = outcome.kind === "cancelled";
    return (
      <p role={isOwnWish ? "status" : "alert"}>
        {text(`import-failure.${outcome.kind}`, importFailureValues(outcome))}{" "}
        {text("content-import.unchanged")}
      </p>
    );
  };

  return (
    <section className="sheet" aria-labelledby="content-new">
      <h2 id="content-new">{text("content-import.new")}</h2>
      <p className={styles.choices}>
        <button
          ref={chooser}
          type="button"
          className="button"
          aria-disabled={busy || undefined}
          onClick={() => {
            if (!busy) void contentImport.importFolder(text("content-import.choose-folder"));
          }}
        >
          {text("content-import.choose-folder")}
        </button>
        <Button disabled={busy} onClick={() => file.current?.click()}>
          {text("content-import.choose-file")}
        </Button>
        <input
          ref={file}
          type="file"
          accept=".zip,application/zip"
          aria-label={text("content-import.choose-file")}
          hidden
          onChange={onChange}
        />
      </p>
      {busy ? (
        <>
          <Tape value={done} max={total} label={text("content-import.progress")} text={stage()} />
          <p className={styles.stage}>
            <span>{stage()}</span>
            {phase === "replacing" ? null : (
              <Button quiet onClick={() => contentImport.cancel()}>
                {text("content-import.cancel")}
              </Button>
            )}
          </p>
        </>
      ) : null}
      {ended()}
    </section>
  );
};

/** The content on this computer; null if there is none. */
export const ContentSummary = ({ summary }: { summary: Summary | null }) => {
  const text = useText();
  const size = useFileSize();
  const { formatDate, formatNumber } = useIntl();
  const reads = useReads();

  return (
    <section className="sheet" aria-labelledby="content-here">
      <h2 id="content-here">{text("content-import.here")}</h2>
      {summary ? (
        <>
          <ul className={styles.courses} aria-label={text("content-import.courses")}>
            {summary.courses.map((course) => (
              <li key={course.title}>
                <bdi>{translated(course, "title", reads)}</bdi>
              </li>
            ))}
          </ul>
          <dl className={styles.facts}>
            <dt>{text("content-import.lessons")}</dt>
            <dd>{formatNumber(summary.lessons)}</dd>
            <dt>{text("content-import.size")}</dt>
            <dd>
              <bdi>{size(summary.bytes)}</bdi>
            </dd>
            {summary.imported === null ? null : (
              <>
                <dt>{text("content-import.imported-on")}</dt>
                <dd>{formatDate(summary.imported, { dateStyle: "long", timeStyle: "short" })}</dd>
              </>
            )}
          </dl>
        </>
      ) : (
        <p>{text("content-import.nothing")}</p>
      )}
    </section>
  );
};

const ContentImportScreen = () => {
  const text = useText();
  const contentImport = useContentImport();
  const { present } = useSnapshot(contentImport.state);
  useScreenTitle(text("content-import.title"));

  useEffect(() => contentImport.look(), [contentImport]);

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("content-import.title")}</h1>
      <p>{text("content-import.intro")}</p>
      <div className={styles.columns}>
        <ChooseContent />
        <ContentSummary summary={present} />
      </div>
    </main>
  );
};

export default ContentImportScreen;
