import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import type { Queue } from "../../core/queue.ts";
import { useSize } from "../../i18n/use-size.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Sync } from "../../offline/sync/create-sync.ts";
import { Switch } from "../../ui/switch.tsx";
import { Tape } from "../../ui/tape.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { CheckFiles } from "./check-files.tsx";
import { CourseFiles, type CourseFilesProps } from "./course-files.tsx";
import { SyncButton } from "./sync-button.tsx";
import { useSyncWords } from "./sync-words.ts";
import styles from "./this-machine.module.css";

export interface ThisMachineScreenProps extends CourseFilesProps {
  sync: Sync;
  queue: Queue;
  organisationName: string;
  /** Stands between the files and the courses. */
  more?: ReactNode;
  /** Stands after the courses. */
  last?: ReactNode;
}

/** What is on this machine: how its files come in, what they take, and what waits to be sent. */
const ThisMachineScreen = ({
  sync,
  queue,
  organisationName,
  titleOf,
  more,
  last,
}: ThisMachineScreenProps) => {
  const text = useText();
  const size = useSize();
  const words = useSyncWords();
  const { formatDate } = useIntl();
  const state = useSnapshot(sync.state);
  const { waiting } = useSnapshot(queue.state);
  useTitle(text("this-machine.title"), organisationName);
  const { lastSync, removal, failed, done, total, askFirst } = state;
  const progress = words.progress(state);

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("this-machine.title")}</h1>
      <div className={styles.columns}>
        <section className="sheet" aria-labelledby="machine-files">
          <h2 id="machine-files">{text("this-machine.files")}</h2>
          <p role="status">{words.phase(state)}</p>
          {progress ? (
            <>
              <Tape value={done} max={total} label={text("this-machine.files")} text={progress} />
              <p className={styles.counts}>
                {progress}
                <small>{words.pace(state)}</small>
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
          <SyncButton sync={sync} />
          {removal ? (
            <div className={styles.removal} role="alert">
              <p>
                {text("this-machine.removal", { count: removal.files, size: size(removal.bytes) })}
              </p>
              <button type="button" className="button quiet" onClick={() => void sync.agree()}>
                {text("this-machine.removal-agree")}
              </button>
            </div>
          ) : null}
          <Switch checked={askFirst} onChange={sync.setAskFirst}>
            {text("this-machine.ask-first")}
          </Switch>
        </section>
        <section className="sheet" aria-labelledby="machine-waiting">
          <h2 id="machine-waiting">{text("this-machine.waiting")}</h2>
          <p>{text("this-machine.waiting-count", { count: waiting })}</p>
          <h2>{text("this-machine.check-heading")}</h2>
          <CheckFiles sync={sync} />
        </section>
        {more}
      </div>
      <section className="sheet" aria-labelledby="machine-courses">
        <h2 id="machine-courses">{text("this-machine.courses")}</h2>
        <CourseFiles sync={sync} titleOf={titleOf} />
      </section>
      {last}
    </main>
  );
};

export default ThisMachineScreen;
