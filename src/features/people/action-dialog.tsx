import { type FormEvent, useState } from "react";
import { useSnapshot } from "valtio";
import { givenLevels, levelName } from "../../app-context/levels.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { PeopleAction } from "../../contract/staff-people.ts";
import type { Id } from "../../contract/wire.ts";
import { useText } from "../../i18n/use-text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { ACTIONS, type ActionDone, act, refusalMessage } from "./actions.ts";
import styles from "./person.module.css";
import { RefusedList } from "./refused-list.tsx";
import { useSchoolCourses } from "./use-people.ts";

export interface ActionDialogProps {
  action: PeopleAction;
  /** The people to whom it is done, by their ids. */
  people: ReadonlyMap<Id, string>;
  onClose: () => void;
  /** Called when the school has done it, at least to some of them. */
  onDone: (count: number) => void;
}

/** Says what is about to be done to whom, asks for what is missing, and names those to whom it was not done. */
export const ActionDialog = ({ action, people, onClose, onDone }: ActionDialogProps) => {
  const { transport, session } = useApp();
  const { level: own } = useSnapshot(session.state);
  const text = useText();
  const courses = useSchoolCourses();
  const [level, setLevel] = useState(0);
  const [course, setCourse] = useState(courses[0]?.id);
  const [until, setUntil] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [result, setResult] = useState<ActionDone | null>(null);
  const [name, help] = ACTIONS[action];
  const needsCourse = action === "give-course" || action === "take-course";

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setFailure(null);
    const answer = await act(transport.send, [...people.keys()], action, {
      ...(action === "set-level" && { level }),
      ...(needsCourse && course !== undefined && { course }),
      ...(action === "give-course" && until && { until }),
    });
    setIsBusy(false);
    if (!answer.ok) {
      setFailure(answer.failure);
      return;
    }
    if (answer.value.refused.length > 0) setResult(answer.value);
    else onDone(answer.value.done);
  };

  if (result) {
    return (
      <Dialog
        title={text(name)}
        about="result"
        closeLabel={text("dialog.close")}
        onClose={() => onDone(result.done)}
      >
        <p>{text("staff-people.done-for", { count: result.done })}</p>
        <RefusedList refused={result.refused} people={people}>
          {text("staff-people.not-done-for")}
        </RefusedList>
      </Dialog>
    );
  }

  return (
    <Dialog title={text(name)} about="ask" closeLabel={text("dialog.close")} onClose={onClose}>
      <form className={styles.form} aria-label={text(name)} onSubmit={submit}>
        <p>{text(help)}</p>
        <p className={styles.names}>
          <bdi>{[...people.values()].slice(0, 100).join(", ")}</bdi>
          {people.size > 100 ? " …" : null}
        </p>
        {action === "set-level" ? (
          <SelectField
            label={text("staff-people.level")}
            value={level}
            onChange={(event) => setLevel(Number(event.currentTarget.value))}
          >
            {givenLevels(own, 0).map((each) => (
              <option key={each} value={each}>
                {levelName(text, each)}
              </option>
            ))}
          </SelectField>
        ) : null}
        {needsCourse ? (
          <SelectField
            label={text("staff-people.course")}
            required
            value={course ?? ""}
            onChange={(event) => setCourse(Number(event.currentTarget.value))}
          >
            {courses.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </SelectField>
        ) : null}
        {action === "give-course" ? (
          <Field
            label={text("staff-people.until")}
            type="date"
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        ) : null}
        {failure === null ? null : (
          <p role="alert" className={styles.error}>
            {text(refusalMessage(failure))}
          </p>
        )}
        <p className={styles.buttons}>
          <button type="submit" className="button" aria-disabled={isBusy || undefined}>
            {text("staff-people.do-for", { count: people.size })}
          </button>
          <button type="button" className="button quiet" onClick={onClose}>
            {text("staff-people.cancel")}
          </button>
        </p>
      </form>
    </Dialog>
  );
};
