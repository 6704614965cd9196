import { useState } from "react";

/** Does one thing at a time: what is begun while another goes on is left out. */
export const useBusy = () => {
  const [isBusy, setBusy] = useState(false);
  const whileBusy = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };
  return [isBusy, whileBusy] as const;
};
