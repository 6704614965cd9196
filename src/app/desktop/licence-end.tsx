import { useState } from "react";
import { LicenceNotice } from "../../features/activation/licence-notice.tsx";
import { lazily } from "../../ui/lazily.tsx";
import { plainPart } from "../screens/part.ts";
import type { AboutProps, DesktopParts } from "./desktop-parts.ts";

const loadRenewal = plainPart<AboutProps>(
  "activation",
  () => import(/* webpackChunkName: "activation" */ "./renew-here.tsx"),
);
const Renewal = lazily<AboutProps>((props) => loadRenewal({ app: props.parts.app() }));

/** Says that a licence from a file ends soon, and renews it. */
export const LicenceEnd = ({ parts }: { parts: DesktopParts }) => {
  const [renewing, setRenewing] = useState(false);
  return (
    <>
      <LicenceNotice licence={parts.licence} onRenew={() => setRenewing(true)} />
      {renewing ? <Renewal parts={parts} onClose={() => setRenewing(false)} /> : null}
    </>
  );
};
