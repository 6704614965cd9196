import { useIntl } from "react-intl";
import { useText } from "../../i18n/use-text.ts";
import { RenewByFile } from "./renew-by-file.tsx";
import { RenewOnline } from "./renew-online.tsx";

export interface LicenceExpiredProps {
  /** `YYYY-MM-DD`. */
  lastDay: string;
  /** Called once the licence is valid again. */
  onBack: () => void;
}

/** Shown when a licence from a file has expired. */
export const LicenceExpired = ({ lastDay, onBack }: LicenceExpiredProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  return (
    <>
      <h1>{text("activation.ended-heading")}</h1>
      <p>
        {text("activation.ended", {
          date: formatDate(lastDay, { dateStyle: "long" }),
        })}
      </p>
      <RenewByFile onRenewed={onBack} />
      <RenewOnline onRenewed={onBack} />
    </>
  );
};
