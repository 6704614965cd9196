import { useEffect, useRef } from "react";
import "./read-aloud.module.css";
import { readSentences } from "./read-sentences.ts";
import { sentencesOf } from "./sentences.ts";

export interface ReaderProps {
  /** The element with the text. */
  container: HTMLElement;
  voice: SpeechSynthesisVoice;
  /** Called after the last sentence. */
  onEnd: () => void;
}

/** Reads the text aloud while it is on the page. */
const Reader = ({ container, voice, onEnd }: ReaderProps) => {
  const ended = useRef(onEnd);
  ended.current = onEnd;
  useEffect(
    () =>
      readSentences(sentencesOf(container, container.lang || voice.lang), voice, () =>
        ended.current(),
      ),
    [container, voice],
  );
  return null;
};

export default Reader;
