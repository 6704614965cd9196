import { useIntl } from "react-intl";
import { useText } from "../../i18n/use-text.ts";
import { RenewOnline } from "./renew-online.tsx";
import { Renewal } from "./renewal.tsx";

export interface EndedProps {
  /** `YYYY-MM-DD`. */
  lastDay: string;
  /** Called once the licence is valid again. */
  onBack: () => void;
}

/** Shown when a licence from a file has expired. */
export const Ended = ({ lastDay, onBack }: EndedProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  return (
    <>
      <h1>{text("activation.ended-heading")}</h1>
      <p>
        {text("activation.ended", {
          date: formatDate(lastDay, { dateStyle: "long", timeZone: "UTC" }),
        })}
      </p>
      <Renewal onRenewed={onBack} />
      <RenewOnline onRenewed={onBack} />
    </>
  );
};
