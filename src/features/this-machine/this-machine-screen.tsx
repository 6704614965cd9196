import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { ConfirmDialog } from "../../app-context/confirm-dialog.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useSync } from "../../app-context/use-desktop.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { sameKey } from "../../domain/menu-position.ts";
import { translated } from "../../domain/translated.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import type { CourseUsage } from "../../offline/sync/course-selection.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Tape } from "../../ui/tape.tsx";
import { useBusy } from "../../ui/use-busy.ts";
import { UpdatePanel } from "../updates/public.ts";
import { OtherAccountsList } from "./other-accounts-list.tsx";
import { SyncButton } from "./sync-notice.tsx";
import styles from "./this-machine.module.css";
import { useSyncTexts } from "./use-sync-texts.ts";

/** The title of a course in the interface language; its key if the course is unknown. */
const useCourseTitle = (): ((courseKey: string) => string) => {
  const reads = useReads();
  const { groups } = useSnapshot(useApp().courses.state);
  return (courseKey) => {
    const entry = groups
      .flatMap(({ courses }) => courses)
      .find(({ course }) => sameKey(course.key, courseKey));
    return entry ? translated(entry.course, "title", reads) : courseKey;
  };
};

/** Asks whether to delete the files of a course, and says how much space that frees. */
const DeleteDialog = ({
  course: { productKey, courseKey, presentBytes },
  onClose,
  onDelete,
}: {
  course: CourseUsage;
  onClose: () => void;
  onDelete: () => void;
}) => {
  const sync = useSync();
  const titleOf = useCourseTitle();
  const text = useText();
  const size = useFileSize();
  const [freed, setFreed] = useState<number | null>(null);
  useEffect(() => {
    void sync.freedBy(productKey, courseKey).then(setFreed);
  }, [sync, productKey, courseKey]);
  return (
    <ConfirmDialog
      title={text("this-machine.delete-ask", { name: titleOf(courseKey) })}
      about={courseKey}
      act={text("this-machine.delete")}
      onAct={onDelete}
      onClose={onClose}
    >
      {freed === null ? null : (
        <>
          <p>{text("this-machine.delete-frees", { size: size(freed) })}</p>
          {freed < presentBytes ? <p>{text("this-machine.delete-shared")}</p> : null}
        </>
      )}
      <p>{text("this-machine.delete-what")}</p>
    </ConfirmDialog>
  );
};

/** The courses on this machine with their disk usage, and buttons to fetch or delete them. */
const CourseFilesList = () => {
  const sync = useSync();
  const titleOf = useCourseTitle();
  const text = useText();
  const size = useFileSize();
  const texts = useSyncTexts();
  const { courses, phase, total, status } = useSnapshot(sync.state);
  const [toDelete, setToDelete] = useState<CourseUsage | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: in another phase there may be other courses
  useEffect(() => void sync.readCourses(), [sync, phase, status.initialized]);

  if (!courses || !status.initialized) return null;
  if (courses.length === 0) {
    // The first courses are here, and not read yet, when their files are being fetched.
    return total > 0 ? null : <p>{text("this-machine.no-courses")}</p>;
  }
  return (
    <>
      <ul className="rows">
        {courses.map((course) => {
          const { productKey, courseKey, files, presentFiles, bytes, kept } = course;
          const title = titleOf(courseKey);
          return (
            <li key={`${productKey}/${courseKey}`}>
              <div>
                <strong>{title}</strong>
                <p>
                  {kept
                    ? text("this-machine.course", {
                        files,
                        size: size(bytes),
                        percent: texts.percent(presentFiles, files),
                      })
                    : text("this-machine.course-gone", { size: size(bytes) })}
                </p>
              </div>
              {kept ? (
                <Button
                  quiet
                  aria-label={text("this-machine.delete-name", { name: title })}
                  onClick={() => setToDelete(course)}
                >
                  {text("this-machine.delete")}
                </Button>
              ) : (
                <Button
                  quiet
                  aria-label={text("this-machine.fetch-name", { name: title })}
                  onClick={() => void sync.keepCourse(productKey, courseKey)}
                >
                  {text("this-machine.fetch")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {toDelete ? (
        <DeleteDialog
          course={toDelete}
          onClose={() => setToDelete(null)}
          onDelete={() => void sync.removeCourse(toDelete.productKey, toDelete.courseKey)}
        />
      ) : null}
    </>
  );
};

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
  const [isChecking, whileChecking] = useBusy();
  // It may have been asked for before this screen was opened.
  const busy = isChecking || phase === "verifying";

  const check = () =>
    whileChecking(async () => {
      setWrong(null);
      setWrong(await sync.verify());
    });

  return (
    <>
      <p>{text("this-machine.check-what")}</p>
      <Button quiet disabled={busy} onClick={check}>
        {text("this-machine.check")}
      </Button>
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
              <Button quiet onClick={() => void sync.confirmRemoval()}>
                {text("this-machine.removal-agree")}
              </Button>
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
