import { useRef } from "react";
import { useSnapshot } from "valtio";
import { useDesktop, useUpdates } from "../../app-context/use-desktop.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { UpdateActions, UpdateProgress } from "./update-actions.tsx";
import styles from "./updates.module.css";
import { useUpdateTexts } from "./use-update-texts.ts";

interface InstallPackageProps {
  /** The app's data folder, absolute. */
  root: string;
  /** The path of the package in it. */
  path: string;
  /** Opens the package with the system's own program. */
  onOpen: (path: string) => void;
  /** Opens the package's folder. */
  onShow: (path: string) => void;
}

/** Quotes a path for a shell. */
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

/** Says how to install a downloaded and verified package. */
const InstallPackage = ({ root, path, onOpen, onShow }: InstallPackageProps) => {
  const text = useText();
  const command = useRef<HTMLElement>(null);
  const isDebian = path.endsWith(".deb");
  return (
    <div className={styles.package}>
      <p>{text(isDebian ? "update.package-debian" : "update.package-other")}</p>
      {isDebian ? (
        <p>
          <code ref={command} dir="ltr">
            sudo apt install {quoted(`${root}/${path}`)}
          </code>
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button onClick={() => onOpen(path)}>{text("update.package-open")}</Button>
        <Button quiet onClick={() => onShow(path)}>
          {text("update.package-show")}
        </Button>
        {isDebian ? (
          <Button
            quiet
            onClick={() => {
              const words = command.current?.textContent ?? "";
              // Selects the text, so that the person can copy it where the clipboard is not
              // accessible.
              if (command.current) getSelection()?.selectAllChildren(command.current);
              navigator.clipboard?.writeText(words).catch(() => undefined);
            }}
          >
            {text("update.copy-command")}
          </Button>
        ) : null}
      </div>
    </div>
  );
};

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
