import { useEffect, useState } from "react";

interface VoicePlayerProps {
  label: string;
  /** Shown if the recording cannot be fetched. */
  missing: string;
  /** The name of the button that fetches it again. */
  retry: string;
  /** Fetches the recording, with its media type; null if it cannot. Another recording needs another `key`. */
  load: () => Promise<Blob | null>;
}

/** A recording, with the browser's controls. */
export const VoicePlayer = ({ label, missing, retry, load }: VoicePlayerProps) => {
  const [url, setUrl] = useState<string | null>();
  const [tries, setTries] = useState(0);
  const [ask] = useState(() => load);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try fetches it
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
  }, [ask, tries]);

  if (url === null) {
    const again = () => {
      setUrl(undefined);
      setTries(tries + 1);
    };
    return (
      <>
        <p role="status">{missing}</p>
        <button type="button" className="button quiet" onClick={again}>
          {retry}
        </button>
      </>
    );
  }
  // Its place is there before it has come, so that nothing moves.
  // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said
  return <audio controls aria-label={label} src={url} style={{ inlineSize: "100%" }} />;
};
