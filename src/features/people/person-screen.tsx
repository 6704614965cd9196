import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link, useParams } from "wouter";
import { Conflict } from "../../app-context/conflict.tsx";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { levelName } from "../../app-context/levels.ts";
import { STAFF_PEOPLE } from "../../app-context/staff-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { useSince } from "../../app-context/use-since.ts";
import type { PersonFields, PersonPage } from "../../contract/staff-people.ts";
import { staffFailures } from "../../core/failure-messages/staff.ts";
import { useText } from "../../i18n/use-text.ts";
import { type CallFailure, codeOf, statusOf } from "../../transport/call-failure.ts";
import { useBusy } from "../../ui/use-busy.ts";
import { peopleMessages, savePerson } from "./actions.ts";
import styles from "./person.module.css";
import { PersonActions } from "./person-actions.tsx";
import { differingFields, FIELD_NAMES, type FieldName, fieldsOf } from "./person-fields.ts";
import { PersonForm } from "./person-form.tsx";
import { PersonFlags, personName } from "./person-name.tsx";
import { usePeople, useSchoolCourses } from "./use-people.ts";

interface ConflictViewProps {
  mine: PersonFields;
  theirs: PersonFields;
  /** Saves one's own form. @returns why the school has not taken it */
  onMine: () => Promise<CallFailure | null>;
  onTheirs: () => void;
}

/** Somebody else has changed the person meanwhile: shows what differs, and lets choose. */
const ConflictView = ({ mine, theirs, onMine, onTheirs }: ConflictViewProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const [isBusy, whileBusy] = useBusy();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const titles = new Map(useSchoolCourses().map(({ id, title }) => [id, title]));

  const day = (date: string | null, none: string) =>
    date === null ? none : formatDate(date, { dateStyle: "medium" });
  const titleOf = (id: number) => titles.get(id) ?? `#${id}`;
  const inWords = (fields: PersonFields, name: FieldName): string => {
    switch (name) {
      case "level":
        return levelName(text, fields.level);
      case "last_day":
        return day(fields.last_day, "–");
      case "courses":
        return fields.courses
          .map(({ id, from, until }) => `${titleOf(id)} (${day(from, "…")} – ${day(until, "…")})`)
          .join(", ");
      case "teaches":
        return fields.teaches.all
          ? text("staff-people.teaches-all")
          : fields.teaches.courses.map(titleOf).join(", ");
      default:
        return fields[name];
    }
  };

  return (
    <Conflict
      heading={text("staff-people.conflict")}
      differences={differingFields(mine, theirs).map((name) => ({
        name,
        label: text(FIELD_NAMES[name]),
        theirs: inWords(theirs, name),
        mine: inWords(mine, name),
      }))}
      busy={isBusy}
      onMine={() => void whileBusy(async () => setFailure(await onMine()))}
      onTheirs={onTheirs}
    >
      <FailureNotice failure={failure} messages={peopleMessages} className={styles.error} />
    </Conflict>
  );
};

const PersonFacts = ({ page }: { page: PersonPage }) => {
  const { person, sessions, second_factor, linked, invited_until, mail_waits, same_as } = page;
  const text = useText();
  const { formatDate } = useIntl();
  const since = useSince();
  const day = (date: string) => formatDate(date, { dateStyle: "medium" });
  const facts = [
    person.seen
      ? text("staff-people.seen-when", { when: since(person.seen) })
      : text("staff-people.seen-never"),
    person.registered ? text("staff-people.registered-on", { date: day(person.registered) }) : null,
    text("staff-people.sessions", { count: sessions }),
    second_factor ? text("staff-people.has-second-factor") : null,
    linked ? text("staff-people.is-linked") : null,
    mail_waits ? text("staff-people.mail-waits") : null,
    invited_until ? text("staff-people.invited-until", { date: day(invited_until) }) : null,
    same_as ? text("staff-people.same-as", { name: same_as }) : null,
  ].filter((fact) => fact !== null);
  return (
    <p className={styles.facts}>
      <PersonFlags person={person} />
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
};

interface PersonViewProps {
  page: PersonPage;
  refresh: () => Promise<void>;
}

/** A person as staff change them. What is typed stays, whatever else happens to the person meanwhile. */
const PersonView = ({ page, refresh }: PersonViewProps) => {
  const { send } = useApp().transport;
  const text = useText();
  const [fields, setFields] = useState(() => fieldsOf(page));
  const [version, setVersion] = useState(page.version);
  const [isConflict, setIsConflict] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const id = page.person.id;

  const save = async (replaces: string): Promise<CallFailure | null> => {
    setIsSaved(false);
    const answer = await savePerson(send, id, fields, replaces);
    if (answer.ok) {
      setVersion(answer.value.version);
      setIsConflict(false);
      setIsSaved(true);
      await refresh();
      return null;
    }
    if (codeOf(answer.failure) !== "person/changed") return answer.failure;
    await refresh();
    setIsConflict(true);
    return null;
  };

  return (
    <>
      <PersonFacts page={page} />
      {page.above ? <p>{text("staff-people.refused-above")}</p> : null}
      {isConflict ? (
        <ConflictView
          mine={fields}
          theirs={fieldsOf(page)}
          onMine={() => save(page.version)}
          onTheirs={() => {
            setFields(fieldsOf(page));
            setVersion(page.version);
            setIsConflict(false);
          }}
        />
      ) : null}
      <div className={styles.columns}>
        <section className="sheet">
          <PersonForm
            label={text("staff-people.person")}
            fields={fields}
            presentLevel={page.person.level}
            disabled={page.above}
            save={text("staff-people.save")}
            onChange={(changed) => {
              setIsSaved(false);
              setFields(changed);
            }}
            onSave={() => save(version)}
          />
          <p role="status" className={styles.done}>
            {isSaved ? text("staff-people.saved-person") : null}
          </p>
        </section>
        {page.above ? null : <PersonActions page={page} onDone={() => void refresh()} />}
      </div>
    </>
  );
};

export const PersonScreen = () => {
  const { id = "" } = useParams<{ id: string }>();
  const { page: pageOf } = usePeople();
  const text = useText();
  const page = pageOf(id);
  const { value, failure } = useSnapshot(page.state);
  const isGone = failure !== null && statusOf(failure) === 404;
  const shownPage = isGone ? null : (value as PersonPage | null);
  const name = shownPage ? personName(shownPage.person) : null;
  useScreenTitle(name ?? text("desk.people"));

  useEffect(() => void page.refresh(), [page]);

  return (
    <>
      <h1>{name === null ? text("desk.people") : <bdi>{name}</bdi>}</h1>
      <p>
        <Link className="tap" href={STAFF_PEOPLE}>
          {text("staff-people.all")}
        </Link>
      </p>
      <FailureNotice
        failure={failure}
        messages={staffFailures}
        onRetry={() => void page.refresh()}
      />
      {value || failure ? null : <p role="status">{text("staff-people.loading")}</p>}
      {shownPage ? <PersonView key={id} page={shownPage} refresh={page.refresh} /> : null}
    </>
  );
};
