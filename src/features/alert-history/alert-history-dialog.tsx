import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Dialog } from "../../app-context/dialog.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./alert-history.module.css";

/** The messages that have been shown since the person came, the newest first. */
const AlertHistoryDialog = ({ onClose }: { onClose: () => void }) => {
  const { alertHistory } = useApp();
  const text = useText();
  const { formatDate } = useIntl();
  const { list } = useSnapshot(alertHistory.state);
  return (
    <Dialog title={text("alert-history.title")} onClose={onClose}>
      {list.length === 0 ? (
        <p>{text("alert-history.empty")}</p>
      ) : (
        <ol className={styles.list}>
          {list.map(({ alert, at }) => (
            <li key={alert.id} data-tone={alert.tone}>
              <time dateTime={new Date(at).toISOString()}>
                {formatDate(at, { timeStyle: "short" })}
              </time>
              <div>
                {alert.title ? <strong>{text(alert.title)}</strong> : null}
                <p>{text(alert.text, alert.values)}</p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
};

export default AlertHistoryDialog;
