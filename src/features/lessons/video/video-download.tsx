import { useIntl } from "react-intl";
import { useText } from "../../../i18n/use-text.ts";

export interface VideoDownloadProps {
  phase: "asking" | "offered" | "fetching" | "playable" | "failed";
  /** Bytes. */
  received: number;
  name: string;
  /** Of the whole video in bytes; null if unknown. */
  size: number | null;
  onFetch: () => void;
  onCancel: () => void;
}

/**
 * Shown before a video can be played: while its source is requested, or while the whole video is
 * fetched.
 */
export const VideoDownload = (props: VideoDownloadProps) => {
  const { phase, received, name, size, onFetch, onCancel } = props;
  const text = useText();
  const { formatNumber } = useIntl();
  const megabytes = (bytes: number) =>
    formatNumber(bytes / 1_000_000, {
      style: "unit",
      unit: "megabyte",
      maximumFractionDigits: 1,
    });
  if (phase === "asking") return <p role="status">{text("video.loading")}</p>;
  if (phase === "offered") {
    return (
      <button type="button" className="button" onClick={onFetch}>
        {size === null
          ? text("video.fetch", { name })
          : text("video.fetch-size", { name, size: megabytes(size) })}
      </button>
    );
  }
  const soFar = megabytes(received);
  return (
    <>
      <progress aria-label={text("video.fetching")} aria-valuetext={soFar} />
      <p>{text("video.received", { size: soFar })}</p>
      <button type="button" className="button quiet" onClick={onCancel}>
        {text("video.cancel")}
      </button>
    </>
  );
};
