import { useEffect, useId, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useMeasurements } from "../../app-context/use-measurements.ts";
import type { Failure } from "../../core/match-failure.ts";
import { blockNames, nameIn } from "../../core/pattern-messages.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Switch } from "../../ui/switch.tsx";
import styles from "./patterns.module.css";
import { type Drafted, draftFileOf, usePatterns } from "./patterns-model.ts";
import { MAX_NAME_LENGTH, type Saved, savedDraftsOf } from "./saved-drafts.ts";
import { fromFile, toFile } from "./saved-file.ts";

/** A saved draft by what it is of and when it was saved. */
export const useSavedWords = () => {
  const text = useText();
  const { formatDate } = useIntl();
  return ({ file, created }: Pick<Saved, "file" | "created">): string =>
    [
      nameIn(text, blockNames, file.block),
      file.table?.name ?? text("patterns.print.example"),
      created ? formatDate(created, { dateStyle: "medium", timeStyle: "short" }) : "",
    ]
      .filter(Boolean)
      .join(" · ");
};

const FAILURES = {
  "no-draft": "patterns.saved.no-draft",
  "account/limit_reached": "patterns.saved.full",
  else: "failure.connection",
} as const;

interface VersionProps {
  saved: Saved;
  onFailure: (failure: Failure | null) => void;
}

/** A version of a saved draft, and what can be done with it. */
const Version = ({ saved, onFailure }: VersionProps) => {
  const app = useApp();
  const text = useText();
  const words = useSavedWords();
  const patterns = usePatterns();
  const measurements = useMeasurements();
  const drafts = savedDraftsOf(app);
  const [asks, setAsks] = useState(false);
  const { name, file } = saved;
  const settle = (answer: { ok: true } | { ok: false; failure: Failure }) =>
    onFailure(answer.ok ? null : answer.failure);
  const label = (id: MessageId) => ({ "aria-label": `${text(id)}: ${name}, ${words(saved)}` });

  const takeMeasures = async () => {
    const { name: tableName, units } = file.table ?? { name, units: "cm" as const };
    const made = await measurements.save({ id: null, name: tableName, units, values: file.values });
    if (made.ok) patterns.setTable(made.value.is_default ? null : made.value.id);
    else onFailure({ kind: "unreachable" });
  };
  const saveAsFile = () => {
    const made = toFile(saved);
    saveFile(made, made.name);
  };

  return (
    <>
      <p className={styles.summary}>
        <bdi>{words(saved)}</bdi>
      </p>
      <div className={styles.savedActs}>
        <Button quiet onClick={() => patterns.openSaved(saved)} {...label("patterns.saved.open")}>
          {text("patterns.saved.open")}
        </Button>
        <Button quiet onClick={takeMeasures} {...label("patterns.saved.take-measures")}>
          {text("patterns.saved.take-measures")}
        </Button>
        <Button quiet onClick={saveAsFile} {...label("patterns.saved.as-file")}>
          {text("patterns.saved.as-file")}
        </Button>
        {asks ? (
          <>
            <Button
              onClick={async () => settle(await drafts.remove(saved))}
              {...label("patterns.saved.remove-yes")}
            >
              {text("patterns.saved.remove-yes")}
            </Button>
            <Button quiet onClick={() => setAsks(false)}>
              {text("patterns.saved.keep")}
            </Button>
          </>
        ) : (
          <Button quiet onClick={() => setAsks(true)} {...label("patterns.saved.remove")}>
            {text("patterns.saved.remove")}
          </Button>
        )}
      </div>
    </>
  );
};

/** Saves the present draft, and lists those that were saved: each name with its versions, the latest first. */
export const SavedList = ({ drafted }: { drafted: Drafted }) => {
  const app = useApp();
  const text = useText();
  const id = useId();
  const drafts = savedDraftsOf(app);
  const { value, failure: notLoaded } = useSnapshot(drafts.state);
  const [name, setName] = useState("");
  const [savedName, setSavedName] = useState("");
  const [failure, setFailure] = useState<Failure<"no-draft"> | null>(null);
  useEffect(() => void drafts.load(), [drafts]);
  // Another school keeps no drafts.
  if (notLoaded?.kind === "refused" && notLoaded.status === 404) return null;
  const list = (value ?? []) as readonly Saved[];
  const block = nameIn(text, blockNames, drafted.request.block);
  const names = [...new Set(list.map((each) => each.name))];

  const save = async (as: string, file: Saved["file"]) => {
    const answer = await drafts.save(as, file);
    setFailure(answer.ok ? null : answer.failure);
    setSavedName(answer.ok ? answer.value.name : "");
    if (answer.ok) setName("");
  };
  const openFile = async ([chosen]: readonly File[]) => {
    const read = chosen ? await fromFile(chosen) : null;
    if (!read) return setFailure({ kind: "no-draft" });
    return save(read.name || block, read.file);
  };

  return (
    <Fold heading={text("patterns.saved")}>
      <form
        className={styles.savedForm}
        onSubmit={(event) => {
          event.preventDefault();
          void save(
            name || `${block} · ${drafted.table.name || text("patterns.print.example")}`,
            draftFileOf(drafted),
          );
        }}
      >
        <Field
          label={text("patterns.saved.name")}
          autoComplete="off"
          dir="auto"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          list={`${id}l`}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <datalist id={`${id}l`}>
          {names.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <div className={styles.savedActs}>
          <button type="submit" className="button">
            {text("patterns.saved.save")}
          </button>
          <FileButton
            quiet
            label={text("patterns.saved.import")}
            accept="application/json,.json"
            disabled={false}
            describedBy={`${id}h`}
            onFiles={(files) => void openFile(files)}
          />
        </div>
        <p id={`${id}h`} className={styles.summary}>
          {text("patterns.saved.hint")}
        </p>
      </form>
      <p role="status">{savedName ? text("patterns.saved.done", { name: savedName }) : null}</p>
      <FailureNotice failure={failure} messages={FAILURES} />
      <FailureNotice
        failure={value ? null : notLoaded}
        messages={FAILURES}
        onRetry={() => void drafts.load()}
      />
      <ul className="rows">
        {names.map((each) => {
          const [latest, ...earlier] = list.filter((saved) => saved.name === each);
          if (!latest) return null;
          return (
            <li key={each} className={styles.savedDraft}>
              <h3>
                <bdi>{each}</bdi>
              </h3>
              <Version saved={latest} onFailure={setFailure} />
              <Switch
                checked={latest.is_shared}
                onChange={(isShared) =>
                  void drafts
                    .share(latest, isShared)
                    .then((answer) => setFailure(answer.ok ? null : answer.failure))
                }
              >
                {text("patterns.saved.share")}
                <span className="unseen">: {each}</span>
              </Switch>
              {earlier.length > 0 ? (
                <details>
                  <summary>{text("patterns.saved.earlier", { count: earlier.length })}</summary>
                  <ul className="rows">
                    {earlier.map((saved) => (
                      <li key={saved.id}>
                        <Version saved={saved} onFailure={setFailure} />
                      </li>
                    ))}
                  </ul>
                </details>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Fold>
  );
};
