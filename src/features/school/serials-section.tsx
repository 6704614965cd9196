import { type FormEvent, useState } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { DataTable } from "../../app-context/data-table.tsx";
import { LICENCE_FILE } from "../../app-context/links.ts";
import { ListSearch } from "../../app-context/list-filters.tsx";
import { ListView } from "../../app-context/list-view.tsx";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import styles from "./school.module.css";
import { useSchool } from "./school-service.ts";
import { SERIAL_COLUMNS } from "./serial-columns.tsx";
import { useSerialList } from "./serials.ts";

const MAX_SEATS = 9999;

/** Issues serial numbers of the desktop app, and lists and revokes them. */
export const SerialsSection = ({ publicKey }: { publicKey: string }) => {
  const text = useText();
  const { serials: model } = useSchool();
  const { courses } = useSnapshot(model.school);
  const list = useSerialList(model);
  const [name, setName] = useState("");
  const [seats, setSeats] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [word, setWord] = useState<{ text: string; isBad: boolean } | null>(null);
  const number = Number(seats);
  const isWrong = seats !== "" && !(Number.isInteger(number) && number >= 1 && number <= MAX_SEATS);

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
      <ListSearch list={list} label="staff-school.find-serial" />
      <ListView
        list={list}
        failures={{ else: "staff-school.not-done" }}
        none={list.isFiltered ? null : ["staff-school.no-serials"]}
      >
        {(serials) => (
          <DataTable
            list={list}
            caption="staff-school.serial"
            columns={SERIAL_COLUMNS}
            rows={serials}
            isWide
          />
        )}
      </ListView>
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
