import { type FormEvent, useRef } from "react";
import { useSnapshot } from "valtio";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import styles from "./activation.module.css";
import type { Activation } from "./activation.ts";

/** The first step: asks for the serial number. */
export const SerialStep = ({ model }: { model: Activation }) => {
  const text = useText();
  const { serialNumber, wrongFormat, noKey, busy } = useSnapshot(model.state, { sync: true });
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await model.findSerialNumber();
    if (model.state.step === "serial") form.current?.querySelector("input")?.focus();
  };

  const continueWithoutNetwork = () => {
    model.continueWithoutNetwork();
    if (model.state.wrongFormat) form.current?.querySelector("input")?.focus();
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={text("activation.step-serial")}
        name="serial"
        value={serialNumber}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className={styles.serial}
        error={wrongFormat ? text("activation.serial-format") : undefined}
        onChange={(event) => model.setSerialNumber(event.currentTarget.value)}
        onBlur={model.formatSerialNumber}
      />
      <p className={styles.help}>{text("activation.serial-help")}</p>
      <div className={styles.buttons}>
        <button className="button" type="submit" aria-disabled={busy || undefined}>
          {text("activation.next")}
        </button>
        <button className="button quiet" type="button" onClick={continueWithoutNetwork}>
          {text("activation.file")}
        </button>
      </div>
      {noKey ? (
        <p role="alert" className={styles.failure}>
          {text("activation.file-no-key")}
        </p>
      ) : null}
    </form>
  );
};
