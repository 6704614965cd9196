import { useEffect, useState } from "react";
import { personIdOf } from "../../app-context/person-id.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { Id } from "../../contract/wire.ts";
import { createClaim, RENEW_MS } from "./claim.ts";

/**
 * Claims a hand-in while it is on the screen.
 * @param isWaiting whether it waits for an answer; what is answered needs no claim
 */
export const useClaim = (id: Id, isWaiting: boolean) => {
  const app = useApp();
  const [claim] = useState(() => createClaim(app.transport.send, id, personIdOf(app)));

  useEffect(() => {
    if (!isWaiting) return;
    void claim.claim();
    const renew = () => {
      if (document.visibilityState === "visible") void claim.claim();
    };
    const timer = setInterval(renew, RENEW_MS);
    document.addEventListener("visibilitychange", renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renew);
      void claim.leave();
    };
  }, [claim, isWaiting]);

  return claim;
};
