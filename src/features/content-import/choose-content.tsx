import { type ChangeEvent, useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import { Tape } from "../../ui/tape.tsx";
import styles from "./content-import.module.css";
import { importFailureMessages, importFailureValues } from "./failure-messages.ts";
import { useContentImport } from "./use-content-import.ts";

/** Chooses a folder or a zip, shows how far the import has come, and says how it ended. */
export const ChooseContent = () => {
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
        {text(importFailureMessages[outcome.kind], importFailureValues(outcome))}{" "}
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
        <button
          type="button"
          className="button"
          aria-disabled={busy || undefined}
          onClick={() => {
            if (!busy) file.current?.click();
          }}
        >
          {text("content-import.choose-file")}
        </button>
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
              <button type="button" className="button quiet" onClick={() => contentImport.cancel()}>
                {text("content-import.cancel")}
              </button>
            )}
          </p>
        </>
      ) : null}
      {ended()}
    </section>
  );
};
