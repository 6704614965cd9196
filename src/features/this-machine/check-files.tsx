import { useState } from "react";
import { useSync } from "../../app-context/use-hybrid.ts";
import { useText } from "../../i18n/use-text.ts";

/** Verifies every file on this machine, and fetches damaged ones again. */
export const CheckFiles = () => {
  const sync = useSync();
  const text = useText();
  /** The number of damaged files; null before the first check. */
  const [wrong, setWrong] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);

  const check = async () => {
    if (busy) return;
    setBusy(true);
    setWrong(null);
    try {
      setWrong(await sync.verify());
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <p>{text("this-machine.check-what")}</p>
      <button
        type="button"
        className="button quiet"
        aria-disabled={busy || undefined}
        onClick={() => void check()}
      >
        {text("this-machine.check")}
      </button>
      <p role="status">
        {busy ? text("this-machine.check-busy") : null}
        {wrong === 0 ? text("this-machine.check-right") : null}
        {wrong ? text("this-machine.check-wrong", { count: wrong }) : null}
      </p>
    </>
  );
};
