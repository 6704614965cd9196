import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { useBaseApp } from "../../app-context/app-context.ts";
import type { Alert } from "../../core/alerts.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./alert-list.module.css";

/** The alerts over the page. Each disappears after its time, but not while hovered or focused. */
export const AlertList = () => {
  const { alerts } = useBaseApp();
  const { list } = useSnapshot(alerts.state);
  return (
    <div className={styles.list}>
      {list.map((alert) => (
        <AlertItem key={alert.id} alert={alert} onDismiss={() => alerts.dismiss(alert.id)} />
      ))}
    </div>
  );
};

const AlertItem = ({ alert, onDismiss }: { alert: Alert<MessageId>; onDismiss: () => void }) => {
  const text = useText();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  // Hover and focus can both hold an alert. Its time starts when neither does.
  const held = useRef(new Set<"pointer" | "focus">());
  const stop = () => clearTimeout(timer.current);
  const start = () => {
    stop();
    timer.current = setTimeout(() => dismiss.current(), alert.seconds * 1000);
  };
  const hold = (by: "pointer" | "focus") => {
    held.current.add(by);
    stop();
  };
  const release = (by: "pointer" | "focus") => {
    held.current.delete(by);
    if (held.current.size === 0) start();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each alert; `start` changes with every render
  useEffect(() => {
    start();
    return stop;
  }, [alert.id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses its timer
    <div
      role={alert.tone === "error" ? "alert" : "status"}
      className={styles.alert}
      data-tone={alert.tone}
      onPointerEnter={() => hold("pointer")}
      onPointerLeave={() => release("pointer")}
      onFocus={() => hold("focus")}
      onBlur={() => release("focus")}
    >
      <div>
        {alert.title ? <strong>{text(alert.title)}</strong> : null}
        <div>{text(alert.text, alert.values)}</div>
      </div>
      <button type="button" aria-label={text("alert.dismiss")} onClick={onDismiss}>
        ✕
      </button>
    </div>
  );
};
