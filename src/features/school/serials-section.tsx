import { type FormEvent, useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { LICENCE_FILE } from "../../app-context/links.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import styles from "./school.module.css";
import { useSchool } from "./school-service.ts";
import { SerialRow } from "./serial-row.tsx";

const MAX_SEATS = 9999;

/** Issues serial numbers of the desktop app, and lists and revokes them. */
export const SerialsSection = ({ publicKey }: { publicKey: string }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const { serials: model } = useSchool();
  const { serials, courses, search, cursor, failed } = useSnapshot(model.state);
  const [name, setName] = useState("");
  const [seats, setSeats] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [word, setWord] = useState<{ text: string; isBad: boolean } | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const number = Number(seats);
  const isWrong = seats !== "" && !(Number.isInteger(number) && number >= 1 && number <= MAX_SEATS);

  useEffect(() => void model.load(), [model]);

  const issue = async (event: FormEvent) => {
    event.preventDefault();
    setWord(null);
    if (isWrong) return;
    const serial = await model.issue({ name: name.trim(), seats: number, courses: [...chosen] });
    if (serial === null) setWord({ text: text("staff-school.not-done"), isBad: true });
    else {
      setWord({ text: text("staff-school.issued", { serial }), isBad: false });
      setName("");
      setSeats("");
      setChosen([]);
    }
  };
  const revoke = async (serial: string) => {
    setWord(null);
    if (!(await model.revoke(serial)))
      setWord({ text: text("staff-school.not-done"), isBad: true });
  };

  return (
    <>
      <form className={styles.form} onSubmit={(event) => void issue(event)}>
        <div className={styles.fields}>
          <Field
            label={text("staff-school.for")}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Field
            label={text("staff-school.seats")}
            required
            inputMode="numeric"
            value={seats}
            error={isWrong ? text("staff-school.seats-wrong") : undefined}
            onChange={(event) => setSeats(event.currentTarget.value)}
          />
        </div>
        <fieldset className={styles.choice}>
          <legend>{text("staff-school.courses")}</legend>
          {courses.map((key) => (
            <label key={key}>
              <input
                type="checkbox"
                checked={chosen.includes(key)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(checked ? [...chosen, key] : chosen.filter((one) => one !== key))
                }
              />
              <bdi>{key}</bdi>
            </label>
          ))}
          {chosen.length === 0 ? (
            <span className={styles.soft}>{text("staff-school.all-courses")}</span>
          ) : null}
        </fieldset>
        <p className={styles.acts}>
          <button type="submit" className="button">
            {text("staff-school.issue")}
          </button>
          <Link href={LICENCE_FILE}>{text("staff-school.sign")}</Link>
        </p>
        <p role={word?.isBad ? "alert" : "status"} className={styles.word}>
          {word?.text ?? ""}
        </p>
      </form>
      <SearchField
        label={text("staff-school.find-serial")}
        value={search}
        result={search && serials ? formatNumber(serials.length) : ""}
        onChange={(value) => void model.find(value)}
      />
      {failed ? <p role="alert">{text("staff-school.not-done")}</p> : null}
      {serials?.length === 0 && search === "" ? <p>{text("staff-school.no-serials")}</p> : null}
      {serials && serials.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
        <section className={styles.scroll} aria-label={text("staff-school.serial")} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{text("staff-school.serial")}</th>
                <th scope="col">{text("staff-school.owner")}</th>
                <th scope="col">{text("staff-school.seats")}</th>
                <th scope="col">{text("staff-school.courses")}</th>
                <th scope="col">{text("staff-school.revoke")}</th>
              </tr>
            </thead>
            <tbody ref={body}>
              {serials.map((serial) => (
                <SerialRow key={serial.serial} serial={serial} onRevoke={revoke} />
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      <ShowMore
        more={cursor !== null}
        label={text("desk.more")}
        failure={text("staff-school.not-done")}
        entries={() => body.current?.rows ?? []}
        onMore={model.more}
      />
      <p>
        {text("staff-school.public-key")}
        <br />
        <code dir="ltr" className={styles.key}>
          {publicKey}
        </code>
      </p>
    </>
  );
};
