import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation } from "wouter";
import { STAFF_PEOPLE } from "../../app-context/staff-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { postPerson } from "../../contract/staff-people.ts";
import { createRequestKeys } from "../../core/request-keys.ts";
import { LANGUAGES } from "../../domain/languages.ts";
import { useText } from "../../i18n/use-text.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { CheckField } from "../../ui/check-field.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import styles from "./person.module.css";
import { NO_FIELDS } from "./person-fields.ts";
import { PersonForm } from "./person-form.tsx";
import { usePeople } from "./use-people.ts";

/** Adds a person, and invites them by mail. */
export const AddPersonScreen = () => {
  const { transport, machine } = useApp();
  const { lists, school } = usePeople();
  const text = useText();
  const { locale } = useIntl();
  const [, navigate] = useLocation();
  const [fields, setFields] = useState(NO_FIELDS);
  const [invite, setInvite] = useState(true);
  const [language, setLanguage] = useState("");
  /** A person who may have been added is repeated with the same key. */
  const [keys] = useState(() => createRequestKeys(machine.randomHex));
  useScreenTitle(text("staff-people.add"));

  // The school's courses come with the list.
  useEffect(() => {
    if (school.courses.length === 0) void lists.list("").load();
  }, [lists, school]);

  const save = async (): Promise<CallFailure | null> => {
    const body = { ...fields, invite, language: language || null };
    const answer = await transport.send(postPerson, { body, headers: keys.headersFor(body) });
    if (!answer.ok) return answer.failure;
    navigate(`${STAFF_PEOPLE}/${answer.value.id}`);
    return null;
  };

  const names = new Intl.DisplayNames([locale], { type: "language" });
  return (
    <>
      <h1>{text("staff-people.add")}</h1>
      <p>
        <Link className="tap" href={STAFF_PEOPLE}>
          {text("staff-people.all")}
        </Link>
      </p>
      <section className="sheet">
        <PersonForm
          label={text("staff-people.add")}
          fields={fields}
          presentLevel={0}
          save={text("staff-people.add")}
          onChange={setFields}
          onSave={save}
        >
          <fieldset className={styles.taught}>
            <legend>{text("staff-people.invitation")}</legend>
            <CheckField checked={invite} onChange={setInvite}>
              {text("staff-people.invite-now")}
            </CheckField>
            <ChoiceField
              label={text("staff-people.mail-language")}
              value={language}
              options={[
                ["", text("staff-people.mail-language-school")],
                ...LANGUAGES.map((each) => [each, names.of(each) ?? each] as const),
              ]}
              onChange={setLanguage}
            />
          </fieldset>
        </PersonForm>
      </section>
    </>
  );
};
