import { useEffect, useState } from "react";
import { useDesktop } from "../../app-context/use-app.ts";
import { LicenceExchange } from "./licence-exchange.tsx";

export interface RenewByFileProps {
  heading?: "h2" | "h3";
  onRenewed: () => void;
}

/** Renews the stored licence by a request and a file. */
export const RenewByFile = ({ heading = "h2", onRenewed }: RenewByFileProps) => {
  const { licence } = useDesktop();
  const [request, setRequest] = useState<string | null>(null);

  useEffect(() => {
    let gone = false;
    void licence.createRenewalRequest().then((written) => {
      if (!gone) setRequest(written);
    });
    return () => {
      gone = true;
    };
  }, [licence]);

  return <LicenceExchange request={request} heading={heading} onTaken={onRenewed} />;
};
