import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { useText } from "../../i18n/use-text.ts";
import styles from "./activation.module.css";
import type { Activation } from "./activation.ts";
import { RegistrationFields } from "./registration-fields.tsx";

/** The second step: shows the owner of the serial number, or registers one. */
export const PersonStep = ({ model }: { model: Activation }) => {
  const text = useText();
  const { fullName, missing, busy, mode } = useSnapshot(model.state);
  const form = useRef<HTMLFormElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each attempt to submit
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(), [missing]);

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void model.activate();
      }}
    >
      {fullName ? (
        <p>{text("activation.registered", { name: fullName })}</p>
      ) : (
        <RegistrationFields model={model} />
      )}
      {mode === "file" ? <p className={styles.help}>{text("activation.file-person")}</p> : null}
      {missing.length > 0 ? (
        <p role="alert" className={styles.failure}>
          {text("activation.complete-form")}
        </p>
      ) : null}
      <div className={styles.buttons}>
        <button className="button" type="submit" aria-disabled={busy || undefined}>
          {text(mode === "file" ? "activation.write-request" : "activation.activate")}
        </button>
        <button className="button quiet" type="button" onClick={model.back}>
          {text("activation.back")}
        </button>
      </div>
    </form>
  );
};
