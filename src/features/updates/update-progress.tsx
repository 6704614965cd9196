import { useSnapshot } from "valtio";
import { useUpdates } from "../../app-context/use-hybrid.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import { Tape } from "../../ui/tape.tsx";

/** The progress of a download or an installation; renders nothing otherwise. */
export const UpdateProgress = () => {
  const text = useText();
  const size = useFileSize();
  const { phase, bytesDone, bytesTotal } = useSnapshot(useUpdates().state);
  if (bytesTotal === 0 || (phase !== "fetching" && phase !== "installing")) return null;
  const words = text("update.progress", { size: size(bytesDone), all: size(bytesTotal) });
  return (
    <div>
      <Tape value={bytesDone} max={bytesTotal} label={text("update.heading")} text={words} />
      {phase === "fetching" ? <small>{words}</small> : null}
    </div>
  );
};
