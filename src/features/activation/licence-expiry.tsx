import { useState } from "react";
import { createChunk, lazyChunk } from "../../app-context/chunk.ts";
import { desktopMessages } from "../../i18n/messages/desktop.ts";
import { LicenceExpiryNotice } from "./licence-expiry-notice.tsx";

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
