import { type FormEvent, type ReactNode, useState } from "react";
import { useSnapshot } from "valtio";
import { Dialog } from "../../app-context/dialog.tsx";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { givenLevels, levelName } from "../../app-context/levels.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { PeopleAction, Removal } from "../../contract/staff-people.ts";
import type { Id } from "../../contract/wire.ts";
import { matchFailure } from "../../core/match-failure.ts";
import { useText } from "../../i18n/use-text.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { Field } from "../../ui/field.tsx";
import { useBusy } from "../../ui/use-busy.ts";
import { ACTIONS, act, peopleMessages } from "./actions.ts";
import styles from "./person.module.css";
import { useSchoolCourses } from "./use-people.ts";

interface RefusedListProps {
  refused: Removal["refused"];
  /** The names of people who are gone, by their ids. */
  people: ReadonlyMap<Id, string>;
  children: ReactNode;
}

/** Names those to whom something is not done, each with the reason. */
export const RefusedList = ({ refused, people, children }: RefusedListProps) => {
  const text = useText();
  return (
    <>
      <p>{children}</p>
      <ul className={styles.refused}>
        {refused.map(({ id, name, code }) => (
          <li key={id}>
            <bdi>{name || people.get(id)}</bdi>:{" "}
            {text(
              matchFailure(
                { kind: "refused", status: 409, code, retryAfter: null },
                peopleMessages,
              ),
            )}
          </li>
        ))}
      </ul>
    </>
  );
};

interface ActionDialogProps {
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
  const { level: ownLevel } = useSnapshot(session.state);
  const text = useText();
  const courses = useSchoolCourses();
  const [level, setLevel] = useState(0);
  const [course, setCourse] = useState(courses[0]?.id);
  const [until, setUntil] = useState("");
  const [isBusy, whileBusy] = useBusy();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [result, setResult] = useState<{ done: number; refused: Removal["refused"] } | null>(null);
  const [name, help] = ACTIONS[action];
  const needsCourse = action === "give-course" || action === "take-course";

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void whileBusy(async () => {
      setFailure(null);
      const answer = await act(transport.send, people, action, {
        level: action === "set-level" ? level : null,
        course: (needsCourse && course) || null,
        until: (action === "give-course" && until) || null,
      });
      if (!answer.ok) setFailure(answer.failure);
      else if (answer.value.refused.length > 0) setResult(answer.value);
      else onDone(answer.value.done);
    });
  };

  if (result) {
    return (
      <Dialog title={text(name)} onClose={() => onDone(result.done)}>
        <p>{text("staff-people.done-for", { count: result.done })}</p>
        <RefusedList refused={result.refused} people={people}>
          {text("staff-people.not-done-for")}
        </RefusedList>
      </Dialog>
    );
  }

  return (
    <Dialog title={text(name)} onClose={onClose}>
      <form className={styles.form} aria-label={text(name)} onSubmit={submit}>
        <p>{text(help)}</p>
        <p className={styles.names}>
          <bdi>{[...people.values()].slice(0, 100).join(", ")}</bdi>
          {people.size > 100 ? " …" : null}
        </p>
        {action === "set-level" ? (
          <ChoiceField
            label={text("staff-people.level")}
            value={String(level)}
            options={givenLevels(ownLevel, 0).map((each) => [String(each), levelName(text, each)])}
            onChange={(chosen) => setLevel(Number(chosen))}
          />
        ) : null}
        {needsCourse ? (
          <ChoiceField
            label={text("staff-people.course")}
            required
            value={String(course ?? "")}
            options={courses.map(({ id, title }) => [String(id), title])}
            onChange={(chosen) => setCourse(Number(chosen))}
          />
        ) : null}
        {action === "give-course" ? (
          <Field
            label={text("staff-people.until")}
            type="date"
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        ) : null}
        <FailureNotice failure={failure} messages={peopleMessages} className={styles.error} />
        <p className={styles.buttons}>
          <Button type="submit" disabled={isBusy}>
            {text("staff-people.do-for", { count: people.size })}
          </Button>
          <Button quiet onClick={onClose}>
            {text("staff-people.cancel")}
          </Button>
        </p>
      </form>
    </Dialog>
  );
};
