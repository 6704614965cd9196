import { useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import type { Sync } from "../../services/sync/sync.ts";

/** Reads every file on this machine, and fetches anew those that are not what they should be. */
export const CheckFiles = ({ sync }: { sync: Sync }) => {
  const text = useText();
  const [found, setFound] = useState<{ checked: number; wrong: number } | null>(null);
  const [busy, setBusy] = useState(false);

  const check = async () => {
    if (busy) return;
    setBusy(true);
    setFound(null);
    try {
      setFound(await sync.verify());
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
        {found && found.wrong === 0
          ? text("this-machine.check-right", { count: found.checked })
          : null}
        {found && found.wrong > 0 ? text("this-machine.check-wrong", { count: found.wrong }) : null}
      </p>
    </>
  );
};
