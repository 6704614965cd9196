import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Dialog } from "../../app-context/dialog.tsx";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { ON_DEVICE } from "../../app-context/links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { type FailureTable, matchFailure, type OwnKind } from "../../core/match-failure.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Chapters, KeepFailure } from "../../kept/chapters.ts";
import {
  type ChapterName,
  type ChapterPlan,
  type PlanFailure,
  planBytes,
  withWholeFilms,
} from "../../kept/plan-chapter.ts";
import { Switch } from "../../ui/switch.tsx";
import { Tape } from "../../ui/tape.tsx";
import styles from "./on-device.module.css";

/** What is said when a chapter could not be kept. */
const keepMessages = {
  refused: "keep-failure.not-there",
  "not-there": "keep-failure.not-there",
  "no-room": "keep-failure.no-room",
  damaged: "keep-failure.damaged",
  forbidden: "keep-failure.forbidden",
  else: "keep-failure.no-connection",
} as const satisfies FailureTable<OwnKind<KeepFailure>>;

interface KeepDialogProps extends ChapterName {
  title: string;
  chapters: Chapters;
  onClose: () => void;
}

/** Says how large a chapter is before it is fetched. */
const KeepDialog = ({ title, chapters, onClose, ...chapter }: KeepDialogProps) => {
  const { productKey, courseKey, menuKey } = chapter;
  const text = useText();
  const size = useFileSize();
  const [language = "", schoolLanguage = ""] = useReads();
  const [planned, setPlan] = useState<ChapterPlan | null>(null);
  const [failure, setFailure] = useState<PlanFailure | null>(null);
  const [withVideos, setWithVideos] = useState(true);
  const [areWhole, setAreWhole] = useState(false);

  useEffect(() => {
    let gone = false;
    const wanted = { productKey, courseKey, menuKey, language, schoolLanguage };
    void chapters.plan(wanted).then((answer) => {
      if (gone) return;
      if (answer.ok) setPlan(answer.value);
      else setFailure(answer.failure);
    });
    return () => {
      gone = true;
    };
  }, [chapters, productKey, courseKey, menuKey, language, schoolLanguage]);

  const whole = planned && withWholeFilms(planned);
  const plan = areWhole ? whole : planned;
  const bytesOfVideos = (of: ChapterPlan | null) =>
    of ? planBytes(of, true) - planBytes(of, false) : 0;
  const videoBytes = bytesOfVideos(plan);
  const hasSmaller = planned?.files.some((file) => file.whole) ?? false;
  return (
    <Dialog title={text("on-device.ask", { name: title })} onClose={onClose}>
      <FailureNotice failure={failure} messages={keepMessages} />
      {plan || failure ? null : <p role="status">{text("on-device.counting")}</p>}
      {plan ? (
        <>
          <p role="status">
            {text("on-device.size", {
              lessons: plan.lessons,
              files: plan.files.filter(({ isVideo }) => withVideos || !isVideo).length,
              size: size(planBytes(plan, withVideos)),
            })}
          </p>
          {videoBytes > 0 ? (
            <Switch checked={withVideos} onChange={setWithVideos}>
              {text("on-device.videos", { size: size(videoBytes) })}
            </Switch>
          ) : null}
          {hasSmaller && withVideos ? (
            <Switch checked={areWhole} onChange={setAreWhole}>
              {text("on-device.whole-videos", { size: size(bytesOfVideos(whole)) })}
            </Switch>
          ) : null}
          <p className={styles.soft}>{text("on-device.until")}</p>
          <button
            type="button"
            className="button"
            onClick={() => {
              void chapters.keep(plan, withVideos);
              onClose();
            }}
          >
            {text("on-device.start")}
          </button>
        </>
      ) : null}
    </Dialog>
  );
};

interface KeepChapterProps extends ChapterName {
  /** The chapter's title in the interface language. */
  title: string;
}

const isSame = (one: ChapterName | null, other: ChapterName): boolean =>
  one !== null &&
  [one.productKey, one.courseKey, one.menuKey].join("/").toLowerCase() ===
    [other.productKey, other.courseKey, other.menuKey].join("/").toLowerCase();

const Tool = ({ chapters, title, ...chapter }: KeepChapterProps & { chapters: Chapters }) => {
  const text = useText();
  const size = useFileSize();
  const { formatNumber } = useIntl();
  const { list, running, failed } = useSnapshot(chapters.state);
  const [asking, setAsking] = useState(false);
  const kept = list.find((each) => isSame(each, chapter));
  const isRunning = isSame(running, chapter);
  // The button that had the focus is replaced by what is going on, and by its result.
  const message = useRef<HTMLParagraphElement>(null);
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) message.current?.focus();
    wasRunning.current = isRunning;
  }, [isRunning]);

  if (running && isRunning) {
    const percent = formatNumber(running.bytes > 0 ? running.done / running.bytes : 0, {
      style: "percent",
    });
    return (
      <div className={styles.running}>
        <Tape
          value={running.done}
          max={running.bytes}
          label={text("on-device.running", { name: title })}
          text={percent}
        />
        <p>
          {text("on-device.progress", {
            percent,
            size: size(running.done),
            all: size(running.bytes),
          })}{" "}
          <button type="button" className="button quiet" onClick={chapters.stop}>
            {text("on-device.stop")}
          </button>
        </p>
      </div>
    );
  }
  if (kept) {
    return (
      <p ref={message} tabIndex={-1} role="status" className={styles.kept}>
        <span aria-hidden="true">✓ </span>
        {text("on-device.kept", { size: size(kept.bytes) })}{" "}
        <Link href={ON_DEVICE}>{text("on-device.show")}</Link>
      </p>
    );
  }
  return (
    <div className={styles.keep}>
      {failed && isSame(failed, chapter) ? (
        <p ref={message} tabIndex={-1} role="alert">
          {text(matchFailure(failed.failure, keepMessages))}
        </p>
      ) : null}
      <button
        type="button"
        className="button quiet"
        aria-disabled={running ? true : undefined}
        onClick={() => {
          if (!running) setAsking(true);
        }}
      >
        {text("on-device.keep")}
      </button>
      {asking ? (
        <KeepDialog
          {...chapter}
          title={title}
          chapters={chapters}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
};

/** Keeps a chapter on this device: says how large it is, fetches it, and shows how far that is. */
const KeepChapter = (props: KeepChapterProps) => {
  const chapters = useApp().kept?.services()?.chapters;
  return chapters ? <Tool {...props} chapters={chapters} /> : null;
};

export default KeepChapter;
