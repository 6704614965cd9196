import { useSnapshot } from "valtio";
import { useText } from "../../i18n/use-text.ts";
import { InstallPackage, type InstallPackageProps } from "./install-package.tsx";
import { UpdateActions, type UpdateActionsProps } from "./update-actions.tsx";
import { UpdateProgress } from "./update-progress.tsx";
import { useUpdateWords } from "./use-update-words.ts";

export interface UpdatePanelProps
  extends Omit<UpdateActionsProps, "onLater">,
    Pick<InstallPackageProps, "root" | "onOpen" | "onShow"> {
  /** The version that is running. */
  running: string;
}

/** The version of the app here, and what has become of a newer one. */
export const UpdatePanel = ({
  updates,
  running,
  root,
  onOpen,
  onShow,
  ...actions
}: UpdatePanelProps) => {
  const text = useText();
  const words = useUpdateWords();
  const state = useSnapshot(updates.state);
  return (
    <section className="sheet" aria-labelledby="machine-update">
      <h2 id="machine-update">{text("update.heading")}</h2>
      <p>{text("update.running", { version: running })}</p>
      <p role="status">{words.phase(state)}</p>
      <UpdateProgress updates={updates} />
      {state.kind === "package" && state.phase === "ready" ? (
        <InstallPackage root={root} path={state.packagePath} onOpen={onOpen} onShow={onShow} />
      ) : null}
      <UpdateActions updates={updates} {...actions} />
    </section>
  );
};
