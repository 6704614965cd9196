import type { SewingStep } from "../../drafting/pattern.ts";
import { useText } from "../../i18n/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import styles from "./patterns.module.css";
import { stepMessage } from "./step-message.ts";

/** The order in which a garment is sewn. */
export const SewingSteps = ({ steps }: { steps: readonly SewingStep[] }) => {
  const text = useText();
  return (
    <Fold heading={text("garments.sewing")}>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{text(stepMessage(step))}</li>
        ))}
      </ol>
    </Fold>
  );
};
