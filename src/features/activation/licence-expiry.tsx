import { useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { createChunk, lazyChunk } from "../../app-context/chunk.ts";
import { useDesktop } from "../../app-context/use-desktop.ts";
import { desktopMessages } from "../../i18n/messages/desktop.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { PageNotice } from "../../ui/page-notice.tsx";

/** Says above every screen that the licence ends soon, until it is dismissed. */
export const LicenceExpiryNotice = ({ onRenew }: { onRenew: () => void }) => {
  const { licence } = useDesktop();
  const text = useText();
  const { formatDate } = useIntl();
  const { notice, until } = useSnapshot(licence.state);
  if (notice === null || until === null) return null;
  return (
    <PageNotice label={text("desktop.licence")}>
      <p role="status">
        {text("desktop.licence-ends", { date: formatDate(until, { dateStyle: "long" }) })}
      </p>
      <Button onClick={onRenew}>{text("desktop.renew")}</Button>
      <Button quiet onClick={licence.dismissNotice}>
        {text("desktop.later")}
      </Button>
    </PageNotice>
  );
};

const RenewDialog = lazyChunk(
  createChunk(
    () => import(/* webpackChunkName: "activation" */ "./renew-dialog.tsx"),
    desktopMessages,
  ),
);

/** Says that the licence ends soon, and opens the dialog that renews it. */
const LicenceExpiry = () => {
  const [renewing, setRenewing] = useState(false);
  return (
    <>
      <LicenceExpiryNotice onRenew={() => setRenewing(true)} />
      {renewing ? <RenewDialog onClose={() => setRenewing(false)} /> : null}
    </>
  );
};

export default LicenceExpiry;
