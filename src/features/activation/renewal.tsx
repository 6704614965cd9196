import { useEffect, useState } from "react";
import type { Licence } from "../../offline/licence/licence.ts";
import { LicenceExchange } from "./licence-exchange.tsx";

export interface RenewalProps {
  licence: Licence;
  heading?: "h2" | "h3";
  onRenewed: () => void;
}

/** More time for the licence that is here, by a request and a file. */
export const Renewal = ({ licence, heading = "h2", onRenewed }: RenewalProps) => {
  const [request, setRequest] = useState<string | null>(null);

  useEffect(() => {
    let gone = false;
    void licence.renewal().then((written) => {
      if (!gone) setRequest(written);
    });
    return () => {
      gone = true;
    };
  }, [licence]);

  return (
    <LicenceExchange licence={licence} request={request} heading={heading} onTaken={onRenewed} />
  );
};
