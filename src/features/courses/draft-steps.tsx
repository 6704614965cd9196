import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { useService } from "../../app-context/service.ts";
import { useSince } from "../../app-context/use-since.ts";
import type { DraftStep } from "../../contract/staff-editor.ts";
import { staffFailures } from "../../core/failure-messages/staff.ts";
import type { FailureTable } from "../../core/match-failure.ts";
import { type SourceAssetKind, sourceAssetKind } from "../../domain/source-asset.ts";
import { type SourceTextPlace, sourceTextPlace } from "../../domain/source-text.ts";
import { textIn } from "../../domain/translated.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./content.module.css";
import { createUndo, useContent } from "./content-service.ts";
import { useLanguageName, useVersionWords } from "./content-words.tsx";

const NOT_UNDONE = {
  409: "staff-content.undo-conflict",
  404: "staff-content.undo-unknown",
  else: "staff-content.not-sent",
} as const satisfies FailureTable;

const KINDS = {
  school: "staff-content.other-school",
  glossary: "glossary.title",
  faq: "faq.title",
  instruction: "how-to-study.title",
  course: "staff-content.step-menu",
} as const satisfies Partial<Record<SourceTextPlace["kind"], MessageId>>;

const FILES = {
  picture: "staff-content.field-picture",
  film: "staff-content.step-film",
  sheet: "staff-content.step-sheet",
} as const satisfies Record<SourceAssetKind, MessageId>;

const CHANGES = {
  added: "staff-content.new",
  changed: "staff-content.changed",
  removed: "staff-content.removed",
} as const satisfies Record<DraftStep["files"][number]["change"], MessageId>;

/** What a file is called: the title of a lesson, or what it is for. */
const useFileName = (): ((file: DraftStep["files"][number]) => string) => {
  const text = useText();
  const { locale } = useIntl();
  const languageName = useLanguageName();
  const first = useReads().at(-1);
  return ({ path, titles }) => {
    const place = sourceTextPlace(path, first);
    const title = textIn(titles, "title", locale).text;
    if (!place) {
      const [folder = "", inside] = path.split("/", 2);
      if (inside === undefined) return text("staff-content.other-school");
      if (folder === "glossary") return text("glossary.title");
      const kind = sourceAssetKind(path);
      const words = text(kind ? FILES[kind] : "staff-content.captions");
      return `${words} · ${title || path.replace(/^.*\//, "").replace(/\.[^.]*$/, "")}`;
    }
    if (place.kind === "course" && title) return `${title} · ${text(KINDS.course)}`;
    if (place.kind !== "lesson") return text(KINDS[place.kind]);
    return `${title || place.key} (${languageName(place.language)})`;
  };
};

interface StepItemProps {
  step: DraftStep;
  isBusy: boolean;
  onUndo: () => void;
}

const StepItem = ({ step, isBusy, onUndo }: StepItemProps) => {
  const text = useText();
  const since = useSince();
  const nameOf = useFileName();
  const { maker } = useVersionWords();
  const { at, files, count } = step;
  const when = at === null ? "" : since(at);
  const what = files.map((file) => `${nameOf(file)}: ${text(CHANGES[file.change])}`);
  return (
    <li>
      <span>
        {what.map((words) => (
          <span key={words}>
            <bdi>{words}</bdi>
            <br />
          </span>
        ))}
        <small>
          {count > files.length
            ? `${text("staff-content.more", { count: count - files.length })} `
            : null}
          {when} · <bdi>{maker(step)}</bdi>
        </small>
      </span>
      <Button
        plain
        aria-label={`${text("staff-content.undo")}: ${what[0] ?? ""}, ${when}`}
        disabled={isBusy}
        onClick={onUndo}
      >
        {text("staff-content.undo")}
      </Button>
    </li>
  );
};

const MOST_SHOWN = 10;

interface DraftStepsProps {
  /** The draft as it is: another one after each change. */
  version: string | null;
  isBusy: boolean;
}

/** The latest changes of drafts, with their authors. Each can be taken back, and that again. */
export const DraftSteps = ({ version, isBusy }: DraftStepsProps) => {
  const text = useText();
  const content = useContent();
  const service = useService(createUndo);
  const { value, failure } = useSnapshot(service.steps.state);
  const { failure: notUndone, isDone } = useSnapshot(service.state);
  const [shown, setShown] = useState(MOST_SHOWN);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again after each change of the draft
  useEffect(() => void service.steps.refresh(), [service, version]);
  const steps = (value ?? []) as readonly DraftStep[];
  const undo = async (id: string) => {
    await service.undo(id);
    await content.content.refresh();
  };
  return (
    <>
      <FailureNotice
        failure={value ? null : failure}
        messages={staffFailures}
        onRetry={() => void service.steps.refresh()}
      />
      <FailureNotice failure={notUndone} messages={NOT_UNDONE} />
      <div role="status">{isDone ? <p>{text("staff-content.undone")}</p> : null}</div>
      {value?.length === 0 ? <p>{text("staff-content.steps-none")}</p> : null}
      <ul className={styles.courses}>
        {steps.slice(0, shown).map((step) => (
          <StepItem key={step.id} step={step} isBusy={isBusy} onUndo={() => void undo(step.id)} />
        ))}
      </ul>
      {steps.length > shown ? (
        <Button plain onClick={() => setShown(steps.length)}>
          {text("staff-content.steps-all", { count: steps.length })}
        </Button>
      ) : null}
    </>
  );
};
