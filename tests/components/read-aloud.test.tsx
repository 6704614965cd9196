import { expect, onTestFinished, test, vi } from "vitest";
import { ReadAloudButton } from "../../src/features/lessons/read-aloud/read-aloud-button.tsx";
import { readSentences, sentencesOf } from "../../src/features/lessons/read-aloud/reader.tsx";
import { queryAllByRole } from "./accessible.ts";
import { act, renderApp } from "./render.tsx";

const textOf = (html: string) => {
  document.body.innerHTML = html;
  onTestFinished(() => document.body.replaceChildren());
  return document.body;
};

/** A browser's speech, which the test ends sentence by sentence. */
const speech = (languages: string[]) => {
  const spoken: SpeechSynthesisUtterance[] = [];
  const voices = languages.map((lang) => ({ lang, localService: true }) as SpeechSynthesisVoice);
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    speak: (utterance: SpeechSynthesisUtterance) => void spoken.push(utterance),
    cancel: vi.fn(),
  });
  vi.stubGlobal("speechSynthesis", synthesis);
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    class {
      constructor(text: string) {
        Object.assign(this, { text });
      }
    },
  );
  const marked = new Map<string, { ranges: Range[] }>();
  vi.stubGlobal("CSS", { highlights: marked });
  vi.stubGlobal(
    "Highlight",
    class {
      constructor(...ranges: Range[]) {
        Object.assign(this, { ranges });
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const mark = () => marked.get("read-aloud")?.ranges[0]?.toString() ?? null;
  return { spoken, synthesis, voices, mark };
};

test("a lesson's text is read sentence by sentence, also across bold words and figures", () => {
  const container = textOf(
    "<h2>Lines</h2><p>Draw <b>a line.</b> Measure it!</p><button>More</button>" +
      "<figure><svg><text>12 cm</text></svg><figcaption>The line</figcaption></figure>" +
      "<ul><li>Paper</li><li>  </li></ul>",
  );
  expect(sentencesOf(container, "en").map(({ text, range }) => [text, range.toString()])).toEqual(
    ["Lines", "Draw a line.", "Measure it!", "The line", "Paper"].map((text) => [text, text]),
  );
});

test("the sentence that is read is marked, and nothing after the last", () => {
  const { spoken, voices, mark } = speech(["de-DE"]);
  const ended = vi.fn();
  const sentences = sentencesOf(textOf("<p>Eine Linie. Ein Bogen.</p>"), "de");
  readSentences(sentences, voices[0] as SpeechSynthesisVoice, ended);
  const { text, lang } = spoken[0] ?? {};
  expect([mark(), text, lang]).toEqual(["Eine Linie.", "Eine Linie.", "de-DE"]);
  spoken[0]?.onend?.({} as SpeechSynthesisEvent);
  expect(mark()).toBe("Ein Bogen.");
  expect(ended).not.toHaveBeenCalled();
  spoken[1]?.onend?.({} as SpeechSynthesisEvent);
  expect(mark()).toBeNull();
  expect(ended).toHaveBeenCalledOnce();
});

test("reading stops at once, and goes on with nothing", () => {
  const { spoken, voices, synthesis, mark } = speech(["en"]);
  const ended = vi.fn();
  const sentences = sentencesOf(textOf("<p>One. Two.</p>"), "en");
  const stop = readSentences(sentences, voices[0] as SpeechSynthesisVoice, ended);
  stop();
  spoken[0]?.onend?.({} as SpeechSynthesisEvent);
  expect([mark(), spoken.length, ended.mock.calls.length]).toEqual([null, 1, 0]);
  expect(synthesis.cancel).toHaveBeenCalledTimes(2);
});

test("there is a button only where a voice speaks the lesson's language", async () => {
  const { voices, synthesis } = speech(["en-GB", "de_DE"]);
  await renderApp({ courses: {} as never }, <ReadAloudButton language="he" />);
  expect(queryAllByRole("button")).toEqual([]);
  voices.push({ lang: "he-IL", localService: false } as SpeechSynthesisVoice);
  await act(() => synthesis.dispatchEvent(new Event("voiceschanged")));
  expect(queryAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Read aloud"]);
});
