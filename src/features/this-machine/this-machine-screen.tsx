import { useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import { useSync } from "../../app-context/use-desktop.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import { Switch } from "../../ui/switch.tsx";
import { Tape } from "../../ui/tape.tsx";
import { UpdatePanel } from "../updates/public.ts";
import { CourseFilesList } from "./course-files-list.tsx";
import { OtherAccountsList } from "./other-accounts-list.tsx";
import { SyncButton } from "./sync-notice.tsx";
import styles from "./this-machine.module.css";
import { useSyncTexts } from "./use-sync-texts.ts";

/**
 * Verifies every file on this machine, and fetches damaged ones again. What was found stays: on a fast line the files
 * are back before it was read.
 */
const CheckFilesButton = () => {
  const sync = useSync();
  const text = useText();
  const { phase } = useSnapshot(sync.state);
  /** The number of damaged files; null before the first check. */
  const [wrong, setWrong] = useState<number | null>(null);
  const [asked, setAsked] = useState(false);
  // It may have been asked for before this screen was opened.
  const busy = asked || phase === "verifying";

  const check = async () => {
    if (busy) return;
    setAsked(true);
    setWrong(null);
    try {
      setWrong(await sync.verify());
    } finally {
      setAsked(false);
    }
  };

  return (
    <>
      <p>{text("this-machine.check-what")}</p>
      <button
        type="button"
        className="button quiet"
        aria-disabled={busy || undefined}
        onClick={() => void check()}
      >
        {text("this-machine.check")}
      </button>
      <p role="status">
        {busy ? text("this-machine.check-busy") : null}
        {wrong === 0 ? text("this-machine.check-right") : null}
        {wrong ? text("this-machine.check-wrong", { count: wrong }) : null}
      </p>
    </>
  );
};

/** What is on this machine: the sync, the disk usage, and the records that wait to be sent. */
const ThisMachineScreen = () => {
  const { queue } = useApp();
  const sync = useSync();
  const text = useText();
  const size = useFileSize();
  const texts = useSyncTexts();
  const { formatDate } = useIntl();
  const state = useSnapshot(sync.state);
  const { waiting } = useSnapshot(queue.state);
  useScreenTitle(text("this-machine.title"));
  const { lastSync, removal, failed, done, total, askFirst, wholeFilms } = state;
  const progress = texts.progress(state);

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("this-machine.title")}</h1>
      <div className={styles.columns}>
        <section className="sheet" aria-labelledby="machine-files">
          <h2 id="machine-files">{text("this-machine.files")}</h2>
          <p role="status">{texts.phase(state)}</p>
          {progress ? (
            <>
              <Tape value={done} max={total} label={text("this-machine.files")} text={progress} />
              <p className={styles.counts}>
                {progress}
                <small>{texts.pace(state)}</small>
              </p>
            </>
          ) : null}
          {failed > 0 ? <p>{text("this-machine.failed", { count: failed })}</p> : null}
          <p>
            {lastSync === null
              ? text("this-machine.never")
              : text("this-machine.last", {
                  date: formatDate(lastSync, { dateStyle: "long", timeStyle: "short" }),
                })}
          </p>
          <SyncButton />
          {removal ? (
            <div className={styles.removal} role="alert">
              <p>
                {text("this-machine.removal", { count: removal.files, size: size(removal.bytes) })}
              </p>
              <button
                type="button"
                className="button quiet"
                onClick={() => void sync.confirmRemoval()}
              >
                {text("this-machine.removal-agree")}
              </button>
            </div>
          ) : null}
          <Switch checked={askFirst} onChange={sync.setAskFirst}>
            {text("this-machine.ask-first")}
          </Switch>
          <Switch checked={wholeFilms} onChange={(whole) => void sync.setWholeFilms(whole)}>
            {text("this-machine.whole-films")}
          </Switch>
        </section>
        <section className="sheet" aria-labelledby="machine-waiting">
          <h2 id="machine-waiting">{text("this-machine.waiting")}</h2>
          <p>{text("this-machine.waiting-count", { count: waiting })}</p>
          <h2>{text("this-machine.check-heading")}</h2>
          <CheckFilesButton />
        </section>
        <UpdatePanel />
      </div>
      <section className="sheet" aria-labelledby="machine-courses">
        <h2 id="machine-courses">{text("this-machine.courses")}</h2>
        <CourseFilesList />
      </section>
      <OtherAccountsList />
    </main>
  );
};

export default ThisMachineScreen;
