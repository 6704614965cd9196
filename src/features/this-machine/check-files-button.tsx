import { useState } from "react";
import { useSnapshot } from "valtio";
import { useSync } from "../../app-context/use-hybrid.ts";
import { useText } from "../../i18n/use-text.ts";

/** Verifies every file on this machine, and fetches damaged ones again. */
export const CheckFilesButton = () => {
  const sync = useSync();
  const text = useText();
  const { phase } = useSnapshot(sync.state);
  /** The number of damaged files; null before the first check. */
  const [wrong, setWrong] = useState<number | null>(null);
  const [asked, setAsked] = useState(false);
  // It may have been asked for before this screen was opened.
  const busy = asked || phase === "verifying";

  const check = async () => {
    if (busy) return;
    setAsked(true);
    setWrong(null);
    try {
      setWrong(await sync.verify());
    } finally {
      setAsked(false);
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
        {wrong && phase !== "done" ? text("this-machine.check-wrong", { count: wrong }) : null}
      </p>
    </>
  );
};
