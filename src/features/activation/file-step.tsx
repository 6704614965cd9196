import { useText } from "../../i18n/use-text.ts";
import styles from "./activation.module.css";
import { LicenceExchange } from "./licence-exchange.tsx";

export interface FileStepProps {
  request: string | null;
  /** Leads to the first step, for another serial number or online activation. */
  onBack: () => void;
}

/** The last step without a network: exports the request and imports the licence. */
export const FileStep = ({ request, onBack }: FileStepProps) => {
  const text = useText();
  return (
    <>
      <LicenceExchange request={request} heading="h2" takesFocus />
      <div className={styles.buttons}>
        <button className="button quiet" type="button" onClick={onBack}>
          {text("activation.back")}
        </button>
      </div>
    </>
  );
};
