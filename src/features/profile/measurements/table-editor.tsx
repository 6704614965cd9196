import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Link } from "wouter";
import { Conflict } from "../../../app-context/conflict.tsx";
import { MEASUREMENTS } from "../../../app-context/links.ts";
import { TableMistake } from "../../../app-context/table-mistake.tsx";
import { useApp } from "../../../app-context/use-app.ts";
import { useMeasureText } from "../../../app-context/use-measure-text.ts";
import { useMeasurements } from "../../../app-context/use-measurements.ts";
import type { Measurement } from "../../../contract/measurements.ts";
import type { Id } from "../../../contract/wire.ts";
import { groupName, measureInstruction, measureName } from "../../../core/measure-messages.ts";
import {
  FIELD_KEYS,
  type FieldKey,
  GROUPS,
  LATER_FIELDS,
  type Values,
} from "../../../domain/measurements/fields.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Tape } from "../../../ui/tape.tsx";
import { failureAlert } from "../failure-alert.ts";
import { BodyFigure } from "./body-figure.tsx";
import { type EditedTable, unsavedTable, useEditedTable } from "./edited-table.ts";
import styles from "./editor.module.css";
import { MeasureField, useRemarks } from "./measure-field.tsx";

interface TableEditorProps {
  /** The table to change; null for a new one, and for one that is no longer there. */
  table: Measurement | null;
  /** The id of the table that was to be changed; null for a new one. */
  tableId: Id | null;
  /** The field that gets the focus; null: the heading gets it. */
  field: FieldKey | null;
  onDone: () => void;
}

/** The fields of a table in their groups, beside a figure that shows where each is taken. */
export const TableEditor = (props: TableEditorProps) => {
  const app = useApp();
  const { alerts } = app;
  const measurements = useMeasurements();
  const text = useText();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const there = useRef(true);
  // If the table has been deleted, the input becomes a new table.
  const [gone, setGone] = useState(props.tableId !== null && props.table === null);
  const tableId = gone ? null : (props.table?.id ?? null);
  const edited = useEditedTable(props.table, unsavedTable(app, props.tableId));
  const { table } = edited;
  const remarks = useRemarks(table.units);
  const [active, setActive] = useState<FieldKey | null>(null);
  const [lit, setLit] = useState<FieldKey | null>(null);
  const [remark, setRemark] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isConflict, setIsConflict] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once
  useEffect(() => {
    const field = props.field && form.current?.elements.namedItem(props.field);
    if (field) (field as HTMLInputElement).focus();
    else heading.current?.focus();
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);

  const wrong = edited.unreadable().filter((field) => tried || field !== active);
  const nameless = tried && table.name.trim() === "";
  const filled = FIELD_KEYS.filter((field) => (table.values[field] ?? null) !== null).length;
  const filledInWords = text("measurements.filled", { filled, all: FIELD_KEYS.length });

  const leave = (field: FieldKey) => {
    setActive(null);
    edited.settle();
    const isUnreadable = edited.unreadable().includes(field);
    setRemark((isUnreadable ? remarks.unreadable : remarks.question)(field, table.values) ?? "");
  };

  const savedText = (name: string, sent: Values, kept: Values) => {
    const left = LATER_FIELDS.filter((field) => (sent[field] ?? null) !== null && !(field in kept));
    const measures = left.map((field) => text(measureName(field))).join(", ");
    return {
      text: measures ? "measurements.saved-without" : "measurements.saved",
      values: { name, measures },
    } as const;
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isConflict) void save(table.replaces);
  };

  const save = async (replaces: string | null) => {
    if (busy) return;
    setTried(true);
    const [first] = edited.unreadable();
    const missing = table.name.trim() === "" ? "name" : first;
    if (missing) {
      if (missing !== "name") setRemark(text("measuring.look"));
      (form.current?.elements.namedItem(missing) as HTMLInputElement | null)?.focus();
      return;
    }
    setBusy(true);
    const { name, units, values } = table;
    const saved = await measurements.save({ id: tableId, name, units, values, replaces });
    setBusy(false);
    if (saved.ok) {
      edited.forget();
      alerts.show({ tone: "info", seconds: 6, ...savedText(name, values, saved.value.values) });
      if (there.current) props.onDone();
      return;
    }
    const { kind } = saved.failure;
    setIsConflict(kind === "changed");
    if (kind === "changed") return;
    if (kind === "gone") setGone(true);
    alerts.show(failureAlert(`measurement-failure.${kind}`));
  };

  return (
    <section className="sheet" aria-labelledby={`${id}h`}>
      <p className={styles.back}>
        <Link className="tap" href={MEASUREMENTS}>
          {text("measuring.back")}
        </Link>
      </p>
      <h2 id={`${id}h`} ref={heading} tabIndex={-1} className={styles.heading}>
        {text(tableId === null ? "measurements.new" : "measuring.edit-table")}
      </h2>
      {gone ? (
        <p role="alert">
          {text("measurement-failure.gone")} {text("measuring.save-as-new")}
        </p>
      ) : null}
      {isConflict && props.table ? (
        <TableConflict
          mine={table}
          theirs={props.table}
          busy={busy}
          onMine={() => void save(props.table?.updated ?? null)}
          onTheirs={(theirs) => {
            edited.take(theirs);
            setIsConflict(false);
          }}
        />
      ) : null}
      {active === null ? <TableMistake values={table.values} onMend={edited.setValues} /> : null}
      {edited.restored ? <p role="status">{text("measuring.brought-back")}</p> : null}
      <form ref={form} noValidate className={styles.form} onSubmit={submit}>
        <div className={styles.head}>
          <Field
            label={text("measuring.name")}
            name="name"
            autoComplete="off"
            maxLength={100}
            dir="auto"
            readOnly={busy}
            value={table.name}
            error={nameless ? text("measuring.name-missing") : undefined}
            onChange={(event) => edited.rename(event.currentTarget.value)}
          />
          <fieldset className={styles.units}>
            <legend>{text("measuring.units")}</legend>
            {(["cm", "in"] as const).map((units) => (
              <label key={units}>
                <input
                  type="radio"
                  name="units"
                  checked={table.units === units}
                  onChange={() => edited.setUnits(units)}
                />
                {text(`measuring.${units}`)}
              </label>
            ))}
          </fieldset>
          <div className={styles.filled}>
            <Tape value={filled} max={FIELD_KEYS.length} label={filledInWords} />
            <span aria-hidden="true">{filledInWords}</span>
          </div>
        </div>
        <div className={styles.aside}>
          <BodyFigure lit={lit}>
            <figcaption className={styles.caption}>
              {lit ? (
                <>
                  <strong>{text(measureName(lit))}</strong> {text(measureInstruction(lit))}
                </>
              ) : (
                text("measuring.figure-hint")
              )}
            </figcaption>
          </BodyFigure>
        </div>
        <div className={styles.groups}>
          {GROUPS.map(({ key, fields }) => (
            <fieldset key={key} className={styles.group}>
              <legend>{text(groupName(key))}</legend>
              {fields.map((field) => (
                <MeasureField
                  key={field}
                  field={field}
                  table={table}
                  wrong={wrong.includes(field)}
                  active={active === field}
                  readOnly={busy}
                  onType={edited.type}
                  onFocus={(focused) => {
                    setActive(focused);
                    setLit(focused);
                  }}
                  onLeave={leave}
                />
              ))}
            </fieldset>
          ))}
        </div>
        <p role="status" className="unseen">
          {remark}
        </p>
        <div className={styles.actions}>
          <Button type="submit" disabled={busy}>
            {text(busy ? "measuring.saving" : "measuring.save")}
          </Button>
          {edited.changed && !busy ? (
            <Button
              quiet
              onClick={() => {
                edited.forget();
                props.onDone();
              }}
            >
              {text("measuring.discard")}
            </Button>
          ) : null}
        </div>
      </form>
    </section>
  );
};

interface TableConflictProps {
  mine: EditedTable;
  /** The table as the school has it now. */
  theirs: Measurement;
  busy: boolean;
  onMine: () => void;
  onTheirs: (theirs: Measurement) => void;
}

/** What differs between a table and the one that was saved meanwhile, in the units of the first. */
const TableConflict = ({ mine, theirs, ...props }: TableConflictProps) => {
  const text = useText();
  const { full } = useMeasureText(mine.units);
  const inWords = (values: Values, field: FieldKey): string => {
    const value = values[field] ?? null;
    return value === null ? "" : full(value, field);
  };
  const rows = [
    { name: "name", label: text("measuring.name"), theirs: theirs.name, mine: mine.name },
    {
      name: "units",
      label: text("measuring.units"),
      theirs: text(`measuring.${theirs.units}`),
      mine: text(`measuring.${mine.units}`),
    },
    ...FIELD_KEYS.map((field) => ({
      name: field,
      label: text(measureName(field)),
      theirs: inWords(theirs.values, field),
      mine: inWords(mine.values, field),
    })),
  ];
  return (
    <Conflict
      heading={text("measurement-failure.changed")}
      differences={rows.filter((row) => row.theirs !== row.mine)}
      busy={props.busy}
      onMine={props.onMine}
      onTheirs={() => props.onTheirs(theirs)}
    />
  );
};
