import type { Sentence } from "./sentences.ts";

/** The name of the mark in `::highlight(…)`. */
const MARK = "read-aloud";

/** Marks the sentence that is being read, where the browser can mark a part of a text. */
const mark = (range: Range | null): void => {
  if (!("highlights" in CSS)) return;
  if (range) CSS.highlights.set(MARK, new Highlight(range));
  else CSS.highlights.delete(MARK);
};

/** Brings a sentence onto the screen that is above or below it. */
const show = (range: Range): void => {
  const { top, bottom } = range.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return;
  range.startContainer.parentElement?.scrollIntoView({ block: "center" });
};

/**
 * Reads sentences aloud, one after the other, and marks the present one. Short pieces are needed:
 * Chromium stops in the middle of a long one.
 * @param onEnd called after the last sentence, or when the browser cannot read
 * @returns a function that stops it; then `onEnd` is not called
 */
export const readSentences = (
  sentences: readonly Sentence[],
  voice: SpeechSynthesisVoice,
  onEnd: () => void,
): (() => void) => {
  let isStopped = false;
  // Something else, such as another tab's text, may be in the browser's queue.
  speechSynthesis.cancel();
  const read = (index: number): void => {
    if (isStopped) return;
    const sentence = sentences[index];
    mark(sentence?.range ?? null);
    if (!sentence) {
      onEnd();
      return;
    }
    show(sentence.range);
    const utterance = new SpeechSynthesisUtterance(sentence.text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.onend = () => read(index + 1);
    utterance.onerror = () => {
      if (isStopped) return;
      mark(null);
      onEnd();
    };
    speechSynthesis.speak(utterance);
  };
  read(0);
  return () => {
    isStopped = true;
    mark(null);
    speechSynthesis.cancel();
  };
};
