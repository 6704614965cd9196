import { useState } from "react";
import { useApp } from "../../app-context/use-app.ts";
import type { PersonPage } from "../../contract/staff-people.ts";
import { useText } from "../../i18n/use-text.ts";
import { ConflictView } from "./conflict-view.tsx";
import styles from "./person.module.css";
import { PersonActions } from "./person-actions.tsx";
import { savePerson } from "./person-calls.ts";
import { PersonFacts } from "./person-facts.tsx";
import { fieldsOf } from "./person-fields.ts";
import { PersonForm } from "./person-form.tsx";

export interface PersonViewProps {
  page: PersonPage;
  /** Fetches the person again. */
  refresh: () => Promise<void>;
}

/** A person as staff change them. What is typed stays, whatever else happens to the person meanwhile. */
export const PersonView = ({ page, refresh }: PersonViewProps) => {
  const { send } = useApp().transport;
  const text = useText();
  const [fields, setFields] = useState(() => fieldsOf(page));
  const [version, setVersion] = useState(page.version);
  const [isConflict, setIsConflict] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const id = page.person.id;

  const save = async (replaces: string): Promise<string | null> => {
    setIsSaved(false);
    const answer = await savePerson(send, id, fields, replaces);
    if (answer.ok) {
      setVersion(answer.value.version);
      setIsConflict(false);
      setIsSaved(true);
      await refresh();
      return null;
    }
    if (answer.failure !== "person/changed") return answer.failure;
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
