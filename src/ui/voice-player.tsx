import { useEffect, useState } from "react";

interface VoicePlayerProps {
  label: string;
  /** Shown if the recording cannot be fetched. */
  missing: string;
  /** Fetches the recording, with its media type; null if it cannot. Called once: another one needs another `key`. */
  load: () => Promise<Blob | null>;
}

/** A recording, with the browser's controls. */
export const VoicePlayer = ({ label, missing, load }: VoicePlayerProps) => {
  const [url, setUrl] = useState<string | null>();
  const [ask] = useState(() => load);

  useEffect(() => {
    let made: string | null = null;
    let isHere = true;
    void ask().then((bytes) => {
      if (!isHere) return;
      made = bytes && URL.createObjectURL(bytes);
      setUrl(made);
    });
    return () => {
      isHere = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [ask]);

  if (url === null) return <p role="status">{missing}</p>;
  if (!url) return null;
  // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said
  return <audio controls aria-label={label} src={url} style={{ inlineSize: "100%" }} />;
};
