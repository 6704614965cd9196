import { useIntl } from "react-intl";
import { useText } from "../../../i18n/use-text.ts";

export interface VideoDownloadProps {
  phase: "asking" | "offered" | "fetching" | "playable" | "failed";
  /** Bytes. */
  received: number;
  name: string;
  onFetch: () => void;
  onCancel: () => void;
}

/**
 * Shown before a video can be played: while its source is requested, or while the whole video is
 * fetched.
 */
export const VideoDownload = ({ phase, received, name, onFetch, onCancel }: VideoDownloadProps) => {
  const text = useText();
  const { formatNumber } = useIntl();
  if (phase === "asking") return <p role="status">{text("video.loading")}</p>;
  if (phase === "offered") {
    return (
      <button type="button" className="button" onClick={onFetch}>
        {text("video.fetch", { name })}
      </button>
    );
  }
  const size = formatNumber(received / 1_000_000, {
    style: "unit",
    unit: "megabyte",
    maximumFractionDigits: 1,
  });
  return (
    <>
      <progress aria-label={text("video.fetching")} aria-valuetext={size} />
      <p>{text("video.received", { size })}</p>
      <button type="button" className="button quiet" onClick={onCancel}>
        {text("video.cancel")}
      </button>
    </>
  );
};
