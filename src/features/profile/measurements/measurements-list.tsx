import { useEffect, useId, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { Dialog } from "../../../app-context/dialog.tsx";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { useApp } from "../../../app-context/use-app.ts";
import { useMeasurements } from "../../../app-context/use-measurements.ts";
import { useUpTo } from "../../../app-context/use-narrow-screen.ts";
import type { Measurement } from "../../../contract/measurements.ts";
import { connectionAlert } from "../../../core/failure-alerts.ts";
import type { MeasurementFailure } from "../../../core/measurements.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { failureAlert } from "../failure-alert.ts";
import { unsavedTable } from "./edited-table.ts";
import styles from "./measurements.module.css";
import { PrintSheet } from "./print-sheet.tsx";
import { TableCard } from "./table-card.tsx";

export const NOT_FETCHED = { else: "measurement-failure.not-fetched" } as const;

const DOTS = "M5 11a1 1 0 1 0 .01 0M12 11a1 1 0 1 0 .01 0M19 11a1 1 0 1 0 .01 0";

type Action = [label: MessageId, act: () => void];

interface MeasurementsListProps {
  /** Called when the person edits a table or creates one. */
  onEdit: (table: Measurement | null) => void;
  onCompare: () => void;
  /** Whether the person returns from a table, so that the focus moves here. */
  focused: boolean;
}

/** The list of the person's measurement tables, with their buttons. */
export const MeasurementsList = (props: MeasurementsListProps) => {
  const app = useApp();
  const { alerts } = app;
  const measurements = useMeasurements();
  const text = useText();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { tables, failed, standard, standardFailed, cursor } = useSnapshot(measurements.state);
  const [toDelete, setToDelete] = useState<Measurement | null>(null);
  const [printed, setPrinted] = useState<Measurement | null>(null);
  const [busy, setBusy] = useState(false);
  const isNarrow = useUpTo("xs");
  const deleted = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount
  useEffect(() => {
    if (props.focused) heading.current?.focus();
  }, []);

  // The focused element was removed, and the dialog has closed.
  useEffect(() => {
    if (toDelete || !deleted.current) return;
    deleted.current = false;
    heading.current?.focus();
  }, [toDelete]);

  const say = (message: MessageId, name: string) =>
    alerts.show({ tone: "info", text: message, values: { name }, seconds: 6 });

  /** Runs one action at a time, and reports its result. */
  const act = async (
    work: () => Promise<{ ok: true } | { ok: false; failure: MeasurementFailure }>,
    done: MessageId,
    name: string,
  ) => {
    if (busy) return false;
    setBusy(true);
    const result = await work();
    setBusy(false);
    if (result.ok) {
      say(done, name);
      return true;
    }
    alerts.show(failureAlert(`measurement-failure.${result.failure.kind}`));
    return false;
  };

  const duplicate = (table: Measurement) => {
    // The isolation is for the screen, and not part of a name.
    const copied = text("measurements.copy-of", { name: table.name }).replace(
      /[\u2068\u2069]/g,
      "",
    );
    const name = [...copied].slice(0, 100).join("");
    const copy = { id: null, name, units: table.units, values: table.values };
    void act(() => measurements.save(copy), "measurements.saved", name);
  };

  const makeDefault = (table: Measurement) =>
    void act(() => measurements.makeDefault(table), "measurements.now-default", table.name);

  const remove = async ({ id: tableId, name }: Measurement) => {
    if (!(await act(() => measurements.remove(tableId), "measurements.deleted", name))) return;
    unsavedTable(app, tableId).clear();
    deleted.current = true;
    setToDelete(null);
  };

  const retry = () => void measurements.load();

  const buttons = (table: Measurement) => (about: string) => {
    const button = ([label, onClick]: Action) => (
      <button
        key={label}
        type="button"
        className={styles.button}
        aria-describedby={about}
        aria-disabled={busy || undefined}
        // A quick school has answered before the second press of a double click.
        onClick={({ detail }) => detail < 2 && onClick()}
      >
        {text(label)}
      </button>
    );
    const edit: Action = ["measurements.edit", () => props.onEdit(table)];
    const more: Action[] = [
      ["measurements.duplicate", () => duplicate(table)],
      ...(table.is_default
        ? []
        : ([["measurements.make-default", () => makeDefault(table)]] satisfies Action[])),
      ["measurements.print", () => setPrinted(table)],
      ["measurements.delete", () => setToDelete(table)],
    ];
    if (!isNarrow) return [edit, ...more].map(button);
    const items = more.map(([label, onSelect]) => ({ key: label, label: text(label), onSelect }));
    return (
      <>
        {button(edit)}
        <Menu
          label={text("measurements.actions", { name: table.name })}
          icon={<Icon path={DOTS} />}
          groups={[{ key: "more", items }]}
          onMissing={() => alerts.show(connectionAlert)}
        />
      </>
    );
  };

  return (
    <section className="sheet" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.heading}>
        {text("measurements.heading")}
      </h2>
      <FailureNotice failure={failed} messages={NOT_FETCHED} onRetry={retry} />
      <FailureNotice
        failure={failed ? null : standardFailed}
        messages={{ else: "measurement-failure.default" }}
        onRetry={retry}
      />
      {tables || failed ? null : <p role="status">{text("measurements.loading")}</p>}
      {tables === null && standard ? (
        <>
          {failed ? <p>{text("measurements.kept")}</p> : null}
          <TableCard table={standard as Measurement} unsaved={false} />
        </>
      ) : null}
      {tables?.length === 0 ? (
        <Empty
          what={text("measurements.none")}
          hint={text("measurements.none-hint", { button: text("measurements.new") })}
        />
      ) : null}
      {tables && tables.length > 0 ? (
        <ul ref={list} className={styles.list} aria-label={text("measurements.list")}>
          {tables.map((table) => (
            <li key={table.id}>
              <TableCard
                table={table as Measurement}
                unsaved={unsavedTable(app, table.id).read() !== null}
                buttons={buttons(table as Measurement)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <ShowMore
        more={tables !== null && cursor !== null}
        label={text("measurements.more")}
        failure={text(NOT_FETCHED.else)}
        entries={() => list.current?.children ?? []}
        onMore={measurements.more}
      />
      {tables ? (
        <p className={styles.actions}>
          <Button onClick={() => props.onEdit(null)}>{text("measurements.new")}</Button>
          {unsavedTable(app, null).read() ? <strong>{text("measurements.unsaved")}</strong> : null}
          {tables.length > 1 ? (
            <Button quiet onClick={props.onCompare}>
              {text("measurements.compare")}
            </Button>
          ) : null}
        </p>
      ) : null}
      {toDelete ? (
        <DeleteDialog
          name={toDelete.name}
          busy={busy}
          onDelete={() => void remove(toDelete)}
          onClose={() => setToDelete(null)}
        />
      ) : null}
      {printed ? <PrintSheet table={printed} onPrinted={() => setPrinted(null)} /> : null}
    </section>
  );
};

interface DeleteDialogProps {
  name: string;
  busy: boolean;
  onDelete: () => void;
  onClose: () => void;
}

const DeleteDialog = ({ name, busy, onDelete, onClose }: DeleteDialogProps) => {
  const text = useText();
  return (
    <Dialog title={text("measurements.delete-ask", { name })} onClose={onClose}>
      <p>{text("measurements.delete-what")}</p>
      <p className={styles.buttons}>
        <Button disabled={busy} onClick={onDelete}>
          {text("measurements.delete")}
        </Button>
        <Button quiet onClick={onClose}>
          {text("measurements.cancel")}
        </Button>
      </p>
    </Dialog>
  );
};
