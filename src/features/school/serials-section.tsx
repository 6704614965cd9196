import { useState } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { ConfirmDialog } from "../../app-context/confirm-dialog.tsx";
import { type Column, type ColumnCell, DataTable } from "../../app-context/data-table.tsx";
import { LICENCE_FILE } from "../../app-context/links.ts";
import { ListSearch } from "../../app-context/list-filters.tsx";
import { ListView } from "../../app-context/list-view.tsx";
import { useForm } from "../../app-context/use-form.ts";
import type { SentSerial } from "../../contract/staff-school.ts";
import { translated } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { CheckList } from "../../ui/check-field.tsx";
import { Field } from "../../ui/field.tsx";
import styles from "./school.module.css";
import { useSchool } from "./school-service.ts";
import { useSerialList } from "./serials.ts";

type CellProps = ColumnCell<SentSerial>;

const Owner = ({ row: { username, name, registered_by } }: CellProps) => (
  <bdi>{username || name || registered_by}</bdi>
);

const Seats = ({ row: { taken, seats } }: CellProps) =>
  useText()("staff-school.seats-taken", { taken, seats });

/** The courses of the school: their keys, and their titles as the person reads them. */
const useCourseTitles = (): ReadonlyMap<string, string> => {
  const reads = useReads();
  const { courses } = useSnapshot(useSchool().serials.school);
  return new Map(courses.map((course) => [course.key, translated(course, "title", reads)]));
};

const Courses = ({ row: { courses, username } }: CellProps) => {
  const text = useText();
  const titles = useCourseTitles();
  const all = username !== "" ? "staff-school.own-courses" : "staff-school.all-courses";
  return courses === null ? (
    text(all)
  ) : (
    <bdi>{courses.map((key) => titles.get(key) || key).join(", ")}</bdi>
  );
};

/** A button that revokes a number once somebody has said so twice. */
const Revoke = ({ row: { serial, revoked } }: CellProps) => {
  const text = useText();
  const { serials } = useSchool();
  const [isFailed, setFailed] = useState(false);
  const [isAsked, setAsked] = useState(false);
  if (revoked) return text("staff-school.revoked");
  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-label={`${text("staff-school.revoke")} ${serial.slice(0, 8)}`}
        onClick={() => setAsked(true)}
      >
        {text("staff-school.revoke")}
      </button>
      {isAsked ? (
        <ConfirmDialog
          title={text("staff-school.revoke")}
          act={text("staff-school.revoke")}
          keep="staff-content.keep"
          onAct={() => {
            // So that a second failure is said, too.
            setFailed(false);
            void serials.revoke(serial).then((isDone) => setFailed(!isDone));
          }}
          onClose={() => setAsked(false)}
        >
          <p>{text("staff-school.revoke-sure", { serial })}</p>
        </ConfirmDialog>
      ) : null}
      {isFailed ? <p role="alert">{text("staff-school.not-done")}</p> : null}
    </>
  );
};

/** A serial number, whose it is, and the button that revokes it. */
const SERIAL_COLUMNS: readonly Column<SentSerial>[] = [
  { name: "staff-school.serial", Cell: ({ row }) => <code dir="ltr">{row.serial}</code> },
  { name: "staff-school.owner", Cell: Owner },
  { name: "staff-school.seats", Cell: Seats },
  { name: "staff-school.courses", Cell: Courses },
  { name: "staff-school.revoke", Cell: Revoke },
];

const MAX_SEATS = 9999;

const isSeats = (seats: number): boolean =>
  Number.isInteger(seats) && seats >= 1 && seats <= MAX_SEATS;

/** Issues serial numbers of the desktop app, and lists and revokes them. */
export const SerialsSection = ({ publicKey }: { publicKey: string }) => {
  const text = useText();
  const { serials: model } = useSchool();
  const titles = useCourseTitles();
  const list = useSerialList(model);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [word, setWord] = useState<{ text: string; isBad: boolean } | null>(null);
  const { ref, onSubmit, error } = useForm<"name" | "seats">({
    check: ({ seats }) => (isSeats(Number(seats)) ? {} : { seats: "staff-school.seats-wrong" }),
    async send({ name, seats }, form) {
      setWord(null);
      const wanted = { name: name.trim(), seats: Number(seats), courses: [...chosen] };
      const serial = await model.issue(wanted);
      if (serial === null) setWord({ text: text("staff-school.not-done"), isBad: true });
      else {
        setWord({ text: text("staff-school.issued", { serial }), isBad: false });
        form.reset();
        setChosen([]);
      }
      return {};
    },
  });

  return (
    <>
      <form ref={ref} noValidate className={styles.form} onSubmit={onSubmit}>
        <div className={styles.fields}>
          <Field label={text("staff-school.for")} name="name" maxLength={100} />
          <Field
            label={text("staff-school.seats")}
            name="seats"
            required
            inputMode="numeric"
            error={error("seats")}
          />
        </div>
        <CheckList
          legend={text("staff-school.courses")}
          className={styles.choice}
          options={[...titles].map(([key, title]) => ({ value: key, name: title || key }))}
          chosen={chosen}
          onChange={setChosen}
        >
          {chosen.length === 0 ? (
            <span className={styles.soft}>{text("staff-school.all-courses")}</span>
          ) : null}
        </CheckList>
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
