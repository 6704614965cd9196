import { useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useText } from "../../i18n/use-text.ts";
import type { Licence } from "../../offline/licence/licence.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { RenewOnline } from "./renew-online.tsx";
import { Renewal } from "./renewal.tsx";

export interface RenewDialogProps {
  licence: Licence;
  onClose: () => void;
}

/** Renews a licence from a file before its end, beside what one is at. */
const RenewDialog = ({ licence, onClose }: RenewDialogProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const { until } = useSnapshot(licence.state);
  const [renewed, setRenewed] = useState(false);
  const onRenewed = () => setRenewed(true);
  return (
    <Dialog
      title={text("activation.renew-heading")}
      about={renewed ? "renewed" : "renewal"}
      closeLabel={text("dialog.close")}
      onClose={onClose}
    >
      {renewed ? <p role="status">{text("activation.renewed")}</p> : null}
      {until ? (
        <p>
          {text("activation.until", {
            date: formatDate(until, { dateStyle: "long", timeZone: "UTC" }),
          })}
        </p>
      ) : null}
      {renewed ? null : (
        <>
          <Renewal licence={licence} heading="h3" onRenewed={onRenewed} />
          <RenewOnline licence={licence} onRenewed={onRenewed} />
        </>
      )}
    </Dialog>
  );
};

export default RenewDialog;
