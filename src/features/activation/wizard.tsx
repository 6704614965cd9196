import { useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { useBaseApp } from "../../app-context/app-context.ts";
import { useDesktop } from "../../app-context/use-app.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import type { LicenceProblem } from "../../offline/licence/licence-state.ts";
import styles from "./activation.module.css";
import { createActivation, STEPS, type Step } from "./activation.ts";
import { FileStep } from "./file-step.tsx";
import { PersonStep } from "./person-step.tsx";
import { SerialStep } from "./serial-step.tsx";
import { VerificationStep } from "./verification-step.tsx";

const STEP_NAMES: Readonly<Record<Step, MessageId>> = {
  serial: "activation.step-serial",
  person: "activation.step-person",
  verification: "activation.step-verification",
};

/** What to do when the machine had a licence, or cannot have one. */
const PROBLEMS: Readonly<Record<LicenceProblem, MessageId>> = {
  damaged: "activation.problem-damaged",
  "other-machine": "activation.problem-other-machine",
  revoked: "activation.problem-revoked",
  "no-machine-id": "activation.no-machine-id",
};

export interface WizardProps {
  online: boolean;
  /** Called when the activation is complete and the person goes on. */
  onStart: () => void;
}

/** The activation in three steps: serial number, user info, verification. */
export const Wizard = ({ online, onStart }: WizardProps) => {
  const { alerts } = useBaseApp();
  const { licence } = useDesktop();
  const text = useText();
  const [model] = useState(() => createActivation({ licence, alerts }));
  const { step, mode } = useSnapshot(model.state);
  const { problem, request, status, acceptsFiles } = useSnapshot(licence.state);
  const waits = step === "verification" && mode === "file" && status === "none" && request !== null;
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef<Step>(step);

  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // The button that was pressed is gone; the last step takes the focus to its heading.
    if (step !== "verification")
      panel.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [step]);

  return (
    <>
      <h1>{text("activation.title")}</h1>
      <ol className={styles.steps} aria-label={text("activation.steps")}>
        {STEPS.map((each) => (
          <li key={each} aria-current={each === step ? "step" : undefined}>
            {text(STEP_NAMES[each])}
          </li>
        ))}
      </ol>
      {problem ? <p className={styles.failure}>{text(PROBLEMS[problem])}</p> : null}
      <p role="status" className={styles.offline}>
        {online ? "" : text(acceptsFiles ? "activation.offline" : "activation.offline-no-key")}
      </p>
      <div ref={panel}>
        {step === "serial" ? <SerialStep model={model} /> : null}
        {step === "person" ? <PersonStep model={model} /> : null}
        {waits ? <FileStep request={request} onBack={model.back} /> : null}
        {step === "verification" && !waits ? <VerificationStep onStart={onStart} /> : null}
      </div>
    </>
  );
};
