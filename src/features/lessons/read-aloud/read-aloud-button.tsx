import { useEffect, useRef, useState } from "react";
import { loadOrAlert } from "../../../app-context/load-or-alert.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { useText } from "../../../i18n/use-text.ts";
import { loadReader, Reader } from "../chunks.ts";

/** The first voice for a language: one of the device, else one that needs a network. */
const voiceFor = (language: string): SpeechSynthesisVoice | null => {
  const voices = speechSynthesis
    .getVoices()
    .filter(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language);
  return voices.find(({ localService }) => localService) ?? voices[0] ?? null;
};

/** The voice for a language; null while the browser has none. */
const useVoice = (language: string): SpeechSynthesisVoice | null => {
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null>(null);
  useEffect(() => {
    // The window of the desktop app has no speech synthesis on some systems.
    const synthesis = globalThis.speechSynthesis;
    if (!synthesis) return;
    const look = () => setVoice(voiceFor(language));
    look();
    // Browsers list their voices some time after the start.
    synthesis.addEventListener?.("voiceschanged", look);
    return () => synthesis.removeEventListener?.("voiceschanged", look);
  }, [language]);
  return voice;
};

/** The button that reads a lesson aloud in its language. Without a voice there is none. */
export const ReadAloudButton = ({ language }: { language: string }) => {
  const app = useApp();
  const text = useText();
  const voice = useVoice(language);
  const button = useRef<HTMLButtonElement>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  if (!voice) return null;
  const start = async () => {
    const found = button.current
      ?.closest("article")
      ?.querySelector<HTMLElement>("[data-read-aloud] > [lang]");
    if (found && (await loadOrAlert(loadReader, app))) setContainer(found);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button quiet"
        onClick={() => (container ? setContainer(null) : void start())}
      >
        {text(container ? "lesson.stop-reading" : "lesson.read-aloud")}
      </button>
      {container ? (
        <Reader container={container} voice={voice} onEnd={() => setContainer(null)} />
      ) : null}
    </>
  );
};
