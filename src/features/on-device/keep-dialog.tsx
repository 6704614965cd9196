import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Chapters } from "../../kept/chapters.ts";
import {
  type ChapterPlan,
  type PlanFailure,
  planBytes,
  type WantedChapter,
  withWholeFilms,
} from "../../kept/plan-chapter.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/switch.tsx";
import { keepFailureMessages } from "./failure-messages.ts";
import styles from "./on-device.module.css";

export interface KeepDialogProps extends Omit<WantedChapter, "language"> {
  title: string;
  chapters: Chapters;
  onClose: () => void;
}

/** Says how large a chapter is before it is fetched. */
const KeepDialog = ({ title, chapters, onClose, ...chapter }: KeepDialogProps) => {
  const { productKey, courseKey, menuKey } = chapter;
  const text = useText();
  const size = useFileSize();
  const { locale } = useIntl();
  const [planned, setPlan] = useState<ChapterPlan | null>(null);
  const [failure, setFailure] = useState<PlanFailure | null>(null);
  const [withVideos, setWithVideos] = useState(true);
  const [areWhole, setAreWhole] = useState(false);

  useEffect(() => {
    let gone = false;
    void chapters.plan({ productKey, courseKey, menuKey, language: locale }).then((answer) => {
      if (gone) return;
      if (answer.ok) setPlan(answer.value);
      else setFailure(answer.failure);
    });
    return () => {
      gone = true;
    };
  }, [chapters, productKey, courseKey, menuKey, locale]);

  const whole = planned && withWholeFilms(planned);
  const plan = areWhole ? whole : planned;
  const bytesOfVideos = (of: ChapterPlan | null) =>
    of ? planBytes(of, true) - planBytes(of, false) : 0;
  const videoBytes = bytesOfVideos(plan);
  const hasSmaller = planned?.files.some((file) => file.whole) ?? false;
  return (
    <Dialog
      title={text("on-device.ask", { name: title })}
      about={menuKey}
      closeLabel={text("dialog.close")}
      onClose={onClose}
    >
      {failure ? <p role="alert">{text(keepFailureMessages[failure.kind])}</p> : null}
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

export default KeepDialog;
