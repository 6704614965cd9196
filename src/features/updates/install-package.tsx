import { useRef } from "react";
import { useText } from "../../i18n/use-text.ts";
import styles from "./updates.module.css";

export interface InstallPackageProps {
  /** The app's data folder, absolute. */
  root: string;
  /** Where the package lies in it. */
  path: string;
  /** Opens the package with the system's own program. */
  onOpen: (path: string) => void;
  /** Opens the folder that it lies in. */
  onShow: (path: string) => void;
}

/** A path as a shell takes it, whatever is in it. */
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

/** How a package that was fetched is installed. It is verified by now; the person installs it. */
export const InstallPackage = ({ root, path, onOpen, onShow }: InstallPackageProps) => {
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
        <button type="button" className="button" onClick={() => onOpen(path)}>
          {text("update.package-open")}
        </button>
        <button type="button" className="button quiet" onClick={() => onShow(path)}>
          {text("update.package-show")}
        </button>
        {isDebian ? (
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              const words = command.current?.textContent ?? "";
              // Selected, so that it takes only the keys where copying by itself is not allowed.
              if (command.current) getSelection()?.selectAllChildren(command.current);
              navigator.clipboard?.writeText(words).catch(() => undefined);
            }}
          >
            {text("update.copy-command")}
          </button>
        ) : null}
      </div>
    </div>
  );
};
