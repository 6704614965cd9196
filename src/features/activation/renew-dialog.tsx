import { useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Dialog } from "../../app-context/dialog.tsx";
import { useDesktop } from "../../app-context/use-desktop.ts";
import { useText } from "../../i18n/use-text.ts";
import { RenewByFile, RenewOnline } from "./renew-licence.tsx";

interface RenewDialogProps {
  onClose: () => void;
}

/** Renews a licence from a file before it expires, without leaving the screen. */
const RenewDialog = ({ onClose }: RenewDialogProps) => {
  const { licence } = useDesktop();
  const text = useText();
  const { formatDate } = useIntl();
  const { until } = useSnapshot(licence.state);
  const [renewed, setRenewed] = useState(false);
  const onRenewed = () => setRenewed(true);
  return (
    <Dialog
      title={text("activation.renew-heading")}
      about={renewed ? "renewed" : "renewal"}
      onClose={onClose}
    >
      {renewed ? <p role="status">{text("activation.renewed")}</p> : null}
      {until ? (
        <p>{text("activation.until", { date: formatDate(until, { dateStyle: "long" }) })}</p>
      ) : null}
      {renewed ? null : (
        <>
          <RenewByFile heading="h3" onRenewed={onRenewed} />
          <RenewOnline onRenewed={onRenewed} />
        </>
      )}
    </Dialog>
  );
};

export default RenewDialog;
