import { useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useDesktop } from "../../app-context/use-app.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./activation.module.css";

export interface VerificationStepProps {
  onStart: () => void;
}

/** The last step: the school verifies the serial number and grants a seat. */
export const VerificationStep = ({ onStart }: VerificationStepProps) => {
  const { licence } = useDesktop();
  const text = useText();
  const { formatDate } = useIntl();
  const { status, fullName, notStored, until } = useSnapshot(licence.state);
  const heading = useRef<HTMLHeadingElement>(null);
  const done = status === "activated" || status === "active";

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the verification is done
  useEffect(() => heading.current?.focus(), [done]);

  if (!done) {
    return (
      <h2 ref={heading} tabIndex={-1} className={styles.waiting}>
        {text("activation.verifying")}
      </h2>
    );
  }
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {text("activation.complete")}
      </h2>
      <p>{text("activation.complete-help", { name: fullName })}</p>
      {until ? (
        <p>
          {text("activation.until", {
            date: formatDate(until, { dateStyle: "long" }),
          })}
        </p>
      ) : null}
      {notStored ? (
        <p role="alert" className={styles.failure}>
          {text("activation.unkept")}
        </p>
      ) : null}
      <div className={styles.buttons}>
        <button className="button" type="button" onClick={onStart}>
          {text("activation.start")}
        </button>
      </div>
    </>
  );
};
