import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { ON_DEVICE } from "../../app-context/links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Chapters } from "../../kept/chapters.ts";
import type { ChapterName } from "../../kept/plan-chapter.ts";
import { Tape } from "../../ui/tape.tsx";
import { keepFailureMessages } from "./failure-messages.ts";
import KeepDialog from "./keep-dialog.tsx";
import styles from "./on-device.module.css";

export interface KeepChapterProps extends ChapterName {
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
  const said = useRef<HTMLParagraphElement>(null);
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) said.current?.focus();
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
      <p ref={said} tabIndex={-1} role="status" className={styles.kept}>
        <span aria-hidden="true">✓ </span>
        {text("on-device.kept", { size: size(kept.bytes) })}{" "}
        <Link href={ON_DEVICE}>{text("on-device.show")}</Link>
      </p>
    );
  }
  return (
    <div className={styles.keep}>
      {failed && isSame(failed, chapter) ? (
        <p ref={said} tabIndex={-1} role="alert">
          {text(keepFailureMessages[failed.failure.kind])}
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
