import { useIntl } from "react-intl";
import { useText } from "../../i18n/use-text.ts";
import type { Licence } from "../../offline/licence/licence.ts";
import { RenewOnline } from "./renew-online.tsx";
import { Renewal } from "./renewal.tsx";

export interface EndedProps {
  licence: Licence;
  /** `YYYY-MM-DD`. */
  lastDay: string;
  /** Told once the licence holds again. */
  onBack: () => void;
}

/** A licence from a file has come to its end. */
export const Ended = ({ licence, lastDay, onBack }: EndedProps) => {
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
      <Renewal licence={licence} onRenewed={onBack} />
      <RenewOnline licence={licence} onRenewed={onBack} />
    </>
  );
};
