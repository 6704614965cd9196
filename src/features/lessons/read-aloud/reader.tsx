import { useEffect, useRef } from "react";
import "./read-aloud.module.css";

/** Elements that hold a text of their own: a sentence never goes on in the next one. */
const BLOCKS = "p, li, h1, h2, h3, h4, h5, h6, td, th, dt, dd, figcaption, blockquote, pre, div";
/** What is on the page to be used, not to be read. */
const NOT_READ = "button, video, audio, script, style, svg, select, textarea, details, [hidden]";

/** A sentence of a text, and where it is. */
export interface Sentence {
  readonly text: string;
  readonly range: Range;
}

/** The text nodes of a container that are read, by the element that holds them. */
const textsByBlock = (container: HTMLElement): Text[][] => {
  const blocks: Text[][] = [];
  let last: Element | null = null;
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const block: Element | null | undefined = node.parentElement?.closest(BLOCKS);
    if (!block || node.parentElement?.closest(NOT_READ)) continue;
    if (block !== last) blocks.push([]);
    last = block;
    blocks.at(-1)?.push(node as Text);
  }
  return blocks;
};

/** The node and the offset in it of a position in the joined text of some nodes. */
const placeIn = (nodes: readonly Text[], position: number): [Text, number] => {
  let left = position;
  for (const node of nodes) {
    if (left <= node.data.length) return [node, left];
    left -= node.data.length;
  }
  const end = nodes.at(-1) as Text;
  return [end, end.data.length];
};

/**
 * The sentences of a lesson's text, in the order of reading.
 * @param language of the text, which has its own rules for the end of a sentence
 */
export const sentencesOf = (container: HTMLElement, language: string): Sentence[] => {
  const segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
  return textsByBlock(container).flatMap((nodes) => {
    const whole = nodes.map(({ data }) => data).join("");
    return Array.from(segmenter.segment(whole)).flatMap(({ segment, index }) => {
      const text = segment.trim();
      if (!text) return [];
      const start = index + segment.indexOf(text);
      const range = document.createRange();
      range.setStart(...placeIn(nodes, start));
      range.setEnd(...placeIn(nodes, start + text.length));
      return [{ text, range }];
    });
  });
};

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

interface ReaderProps {
  container: HTMLElement;
  voice: SpeechSynthesisVoice;
  /** Called after the last sentence. */
  onEnd: () => void;
}

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
