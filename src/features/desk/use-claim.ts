import { useEffect, useState } from "react";
import { proxy, ref } from "valtio/vanilla";
import { personIdOf } from "../../app-context/person-id.ts";
import { useApp } from "../../app-context/use-app.ts";
import { type DeskEntry, deleteDeskClaim, putDeskClaim } from "../../contract/desk.ts";
import type { Id } from "../../contract/wire.ts";
import type { Send } from "../../transport/transport.ts";

/** A claim lasts ten minutes, so two attempts to renew it may fail. */
const RENEW_MS = 3 * 60_000;

/** The claim of a hand-in that is on the screen. It is advice: without it one can answer, too. */
const createClaim = (send: Send, id: Id, personId: Id) => {
  const state = proxy({
    /** Another tutor's claim; null if there is none. */
    other: null as DeskEntry["claim"],
  });
  let hasLeft = false;

  const ask = async (takesOver: boolean): Promise<void> => {
    const answer = await send(putDeskClaim, { params: { id }, body: { take_over: takesOver } });
    if (!answer.ok) return;
    const { claim } = answer.value;
    state.other = claim.by.id === personId ? null : ref(claim);
    // The answer came when the person had gone on.
    if (hasLeft && !state.other) await send(deleteDeskClaim, { params: { id } });
  };

  return {
    state,
    /** Claims the hand-in, unless another tutor has. */
    claim: () => ask(false),
    takeOver: () => ask(true),
    /** Call it when the hand-in is no longer on the screen. */
    async leave(): Promise<void> {
      hasLeft = true;
      if (!state.other) await send(deleteDeskClaim, { params: { id } });
    },
  };
};

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
