import { useSnapshot } from "valtio";
import { Link, useLocation } from "wouter";
import { THIS_MACHINE } from "../../app-context/links.ts";
import { useDesktop, useUpdates } from "../../app-context/use-desktop.ts";
import type { DeepReadonly } from "../../contract/wire.ts";
import { useText } from "../../i18n/use-text.ts";
import type { UpdateState } from "../../offline/updates/update-state.ts";
import { PageNotice } from "../../ui/page-notice.tsx";
import { UpdateActions, UpdateProgress } from "./update-actions.tsx";
import { useUpdateTexts } from "./use-update-texts.ts";

/** `/lessons/PRODUCT/COURSE/LESSON`: no notice is shown during a lesson. */
const isLesson = (path: string): boolean => path.split("/").length > 4;

/** Whether the person has something to do. Automatic steps are not shown. */
const isWorthSaying = ({ phase, failure, asked }: DeepReadonly<UpdateState>): boolean => {
  if (phase === "fetching") return asked;
  if (phase === "failed") return asked || failure?.kind !== "unreachable";
  return (
    phase === "offered" || phase === "ready" || phase === "installing" || phase === "installed"
  );
};

/** Says above every screen that there is a new version, quietly. */
const UpdateNotice = () => {
  const updates = useUpdates();
  const { now } = useDesktop().machine;
  const text = useText();
  const texts = useUpdateTexts();
  const state = useSnapshot(updates.state);
  const [location] = useLocation();
  if (isLesson(location) || location === THIS_MACHINE || !isWorthSaying(state)) return null;
  if (state.snoozedUntil > now()) return null;
  const isPackage = state.kind === "package" && state.phase === "ready";
  return (
    <PageNotice label={text("update.heading")}>
      <p>
        <span role="status">{texts.phase(state)}</span>{" "}
        {isPackage ? <Link href={THIS_MACHINE}>{text("update.how")}</Link> : null}
      </p>
      <UpdateProgress />
      <UpdateActions onLater={updates.snooze} />
    </PageNotice>
  );
};

export default UpdateNotice;
