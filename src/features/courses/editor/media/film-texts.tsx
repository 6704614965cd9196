import { useId, useState } from "react";
import { FailureNotice } from "../../../../app-context/failure-notice.tsx";
import { useRemarkWords } from "../../../../app-context/remark-words.ts";
import { useApp } from "../../../../app-context/use-app.ts";
import type {
  FilmTextKind,
  SourceAsset,
  WrittenFilmText,
} from "../../../../contract/staff-assets.ts";
import type { Failure, FailureTable } from "../../../../core/match-failure.ts";
import { readChapterList } from "../../../../domain/chapter-list.ts";
import { webVtt } from "../../../../domain/timed-texts.ts";
import { nameOfLanguage } from "../../../../i18n/languages.ts";
import { useText } from "../../../../i18n/use-text.ts";
import { Button } from "../../../../ui/button.tsx";
import { ChoiceField } from "../../../../ui/choice-field.tsx";
import { FileButton } from "../../../../ui/file-button.tsx";
import { TextArea } from "../../../../ui/text-area.tsx";
import { useBusy } from "../../../../ui/use-busy.ts";
import styles from "./media.module.css";
import { writeFilmText } from "./media-calls.ts";
import { decodeTextFile } from "./read-text-file.ts";

const failures = {
  "too-large": "staff-media.text-too-large",
  "content/conflict": "staff-media.text-conflict",
  "content/no_file": "staff-media.text-no-film",
  refused: "staff-media.text-refused",
  else: "staff-media.text-not-sent",
} as const satisfies FailureTable<"too-large">;

/** More than any captions in any encoding. */
const MAX_READ_BYTES = 8 * 1024 * 1024;

const KINDS = ["captions", "chapters"] as const satisfies readonly FilmTextKind[];

const PRESENT = {
  captions: "staff-media.captions",
  chapters: "staff-media.chapters",
} as const satisfies Record<FilmTextKind, string>;

interface FilmTextsProps {
  product: string;
  /** The name of the film among the assets. */
  film: string;
  /** What lies beside it. */
  texts: SourceAsset["texts"];
  /** Of the school. */
  languages: readonly string[];
  /** That of the lesson's text. */
  language: string;
  onChanged: () => void;
}

/** Captions and chapters of a film, by language: as files, or chapters as a list that is typed. */
export const FilmTexts = (props: FilmTextsProps) => {
  const { product, film, texts, languages, language, onChanged } = props;
  const text = useText();
  const wordsOf = useRemarkWords();
  const id = useId();
  const { send } = useApp().transport;
  const [spoken, setSpoken] = useState(language);
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState<readonly number[]>([]);
  const [problems, setProblems] = useState<WrittenFilmText["problems"]>([]);
  const [failure, setFailure] = useState<Failure<"too-large"> | null>(null);
  const [done, setDone] = useState("");
  const [isBusy, whileBusy] = useBusy();

  const write = (kind: FilmTextKind, format: "vtt" | "srt", words: string) =>
    whileBusy(async () => {
      setFailure(null);
      setProblems([]);
      setDone("");
      const present = texts.find((each) => each.kind === kind && each.language === spoken);
      const answer = await writeFilmText(send, {
        ...{ product, film, kind, language: spoken, format, text: words },
        replaces: present?.checksum ?? null,
      });
      // Whoever was faster is seen then.
      onChanged();
      if (!answer.ok) return setFailure(answer.failure);
      setProblems(answer.value.problems);
      if (answer.value.checksum === null) return;
      setDone(text(`staff-media.${kind}-added`, { language: nameOfLanguage(spoken) }));
      if (kind === "chapters") setTyped("");
    });

  const readFile = async (kind: FilmTextKind, file: File | undefined) => {
    if (!file) return;
    // A film was chosen by mistake, say.
    if (file.size > MAX_READ_BYTES) return setFailure({ kind: "too-large" });
    const bytes = await file.arrayBuffer().catch(() => null);
    if (!bytes) return setFailure({ kind: "unreachable" });
    const words = decodeTextFile(new Uint8Array(bytes), spoken);
    const isSubRip = /\.srt$/i.test(file.name);
    await write(kind, isSubRip ? "srt" : "vtt", words);
  };

  const addTyped = () => {
    const { chapters, wrong: lines } = readChapterList(typed);
    setWrong(lines);
    if (lines.length === 0 && chapters.length > 0) void write("chapters", "vtt", webVtt(chapters));
  };

  const all = [...new Set([...languages, language])];
  const present = KINDS.flatMap((kind) => {
    const found = texts.filter((each) => each.kind === kind).map((each) => each.language);
    return found.length === 0
      ? []
      : [text(PRESENT[kind], { languages: found.map(nameOfLanguage).join(", ") })];
  });
  return (
    <fieldset className={styles.texts}>
      <legend>{text("staff-media.film-texts")}</legend>
      {present.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <ChoiceField
        label={text("staff-media.language")}
        value={spoken}
        options={all.map((each) => [each, nameOfLanguage(each)])}
        onChange={setSpoken}
      />
      <p className={styles.choose}>
        {KINDS.map((kind) => (
          <FileButton
            key={kind}
            quiet
            label={text(`staff-media.add-${kind}`)}
            accept=".vtt,.srt,text/vtt"
            disabled={isBusy}
            describedBy={`${id}h`}
            onFiles={([file]) => void readFile(kind, file)}
          />
        ))}
        <small id={`${id}h`}>{text("staff-media.texts-hint")}</small>
      </p>
      <TextArea
        label={text("staff-media.typed-chapters")}
        lang={spoken}
        rows={4}
        value={typed}
        placeholder={text("staff-media.typed-example")}
        error={
          wrong.length > 0
            ? text("staff-media.typed-wrong", { lines: wrong.join(", ") })
            : undefined
        }
        onChange={setTyped}
      />
      <Button quiet disabled={isBusy || typed.trim() === ""} onClick={addTyped}>
        {text("staff-media.add-typed")}
      </Button>
      <div role="status">{done ? <p>{done}</p> : null}</div>
      <FailureNotice failure={failure} messages={failures} />
      {problems.length > 0 ? (
        <ul>
          {problems.map(({ line, ...said }) => (
            <li key={`${line} ${said.message}`}>
              {text("staff-editor.line", { line })} {wordsOf(said)}
            </li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  );
};
