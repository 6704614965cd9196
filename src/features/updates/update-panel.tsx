import { useSnapshot } from "valtio";
import { useDesktop } from "../../app-context/use-app.ts";
import { useUpdates } from "../../app-context/use-hybrid.ts";
import { useText } from "../../i18n/use-text.ts";
import { InstallPackage } from "./install-package.tsx";
import { UpdateActions } from "./update-actions.tsx";
import { UpdateProgress } from "./update-progress.tsx";
import { useUpdateTexts } from "./use-update-texts.ts";

/** The version of the app, and the state of a newer one. */
const UpdatePanel = () => {
  const { machine } = useDesktop();
  const text = useText();
  const texts = useUpdateTexts();
  const state = useSnapshot(useUpdates().state);
  return (
    <section className="sheet" aria-labelledby="machine-update">
      <h2 id="machine-update">{text("update.heading")}</h2>
      <p>{text("update.running", { version: machine.version })}</p>
      <p role="status">{texts.phase(state)}</p>
      <UpdateProgress />
      {state.kind === "package" && state.phase === "ready" ? (
        <InstallPackage
          root={machine.path}
          path={state.packagePath}
          onOpen={machine.openFile}
          onShow={machine.showFile}
        />
      ) : null}
      <UpdateActions />
    </section>
  );
};

export default UpdatePanel;
