import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { useSearch } from "wouter";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { TableMistake } from "../../app-context/table-mistake.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useMeasurements } from "../../app-context/use-measurements.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import type { Id } from "../../contract/wire.ts";
import { blockNames, girthNames, nameIn } from "../../core/pattern-messages.ts";
import type { Values } from "../../domain/measurements/fields.ts";
import { useText } from "../../i18n/use-text.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { ChoiceForm } from "./choice-form.tsx";
import { DraftView, OverlayChoice } from "./draft-view.tsx";
import { OptionForm } from "./option-form.tsx";
import { useLengthText } from "./pattern-texts.ts";
import styles from "./patterns.module.css";
import { type Drafted, type Shown, usePatterns } from "./patterns-model.ts";
import { ProblemList } from "./problem-list.tsx";
// What is below the draft comes later, its styles with those of the screen: a further style sheet would cost
// each sign-in its name.
import "./print-room/print-room.module.css";
import "./tables.module.css";
import "../../ui/file-button.module.css";
import "../../ui/switch.module.css";

/** Says what has been drafted, so that a change is heard, too. */
const Summary = ({ sketch, table }: Drafted) => {
  const text = useText();
  const { full } = useLengthText(table.units);
  if (!sketch) return text("patterns.nothing-drafted");
  return [
    text("patterns.drafted", { count: sketch.pieces.length }),
    ...Object.entries(sketch.girths).map(
      ([name, girth]) => `${nameIn(text, girthNames, name)}: ${full(girth)}`,
    ),
  ].join(" · ");
};

/** Mends a mistake that goes through the person's table, and saves the table. */
const useMend = (id: Id | null) => {
  const measurements = useMeasurements();
  const { alerts } = useApp();
  return async (values: Values) => {
    const table = measurements.state.tables?.find((each) => each.id === id);
    if (!table) return;
    const { name, units, updated: replaces } = table;
    const saved = await measurements.save({ id: table.id, name, units, values, replaces });
    if (saved.ok) return;
    const text = `measurement-failure.${saved.failure.kind}` as const;
    alerts.show({ tone: "error", title: "failure.title", text, seconds: 10 });
  };
};

const Draft = ({ draft, overlay }: Shown) => {
  const text = useText();
  const { sketch, table, problems, request } = draft;
  const mend = useMend(table.id);
  const name = nameIn(text, blockNames, request.block);
  return (
    <>
      <div className={styles.drawing}>
        <DraftView
          key={request.block}
          sketch={sketch}
          overlay={overlay?.sketch ?? null}
          name={name}
        >
          <p role="status" className={styles.summary}>
            <Summary {...draft} />
            {overlay && !overlay.sketch ? ` ${text("patterns.over-not-drafted")}` : null}
          </p>
        </DraftView>
      </div>
      {table.id === null ? null : <TableMistake values={table.values} onMend={mend} />}
      <ProblemList problems={problems} table={table} />
      <div className={styles.settings}>
        <OptionForm
          block={request.block}
          options={draft.options}
          edges={draft.edges}
          units={table.units}
        />
        <OverlayChoice table={table.id} block={request.block} />
      </div>
    </>
  );
};

/** What is not needed for the first picture comes with the room that prints it. */
const BelowDraft = lazyComponent(
  () => import(/* webpackChunkName: "print-room" */ "./below-draft.tsx"),
);

/** Blocks and garments drafted to the person's own measures. */
const PatternsScreen = () => {
  const patterns = usePatterns();
  const text = useText();
  const wanted = new URLSearchParams(useSearch()).get("block");
  const { shown, failed } = useSnapshot(patterns.state);
  useScreenTitle(text("patterns.title"));
  useEffect(() => patterns.open(), [patterns]);
  useEffect(() => {
    if (wanted) patterns.setBlock(wanted);
  }, [patterns, wanted]);
  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("patterns.title")}</h1>
      <div className={styles.screen}>
        <ChoiceForm />
        {failed ? (
          <div className={styles.drawing}>
            <FailureNotice
              failure={{ kind: failed }}
              messages={{ bug: "screen.broken", else: "failure.connection" }}
              onRetry={() => void patterns.draft()}
            />
          </div>
        ) : null}
        {shown ? (
          <Draft {...(shown as Shown)} />
        ) : (
          <p role="status" className={styles.drawing}>
            {failed ? "" : text("patterns.drafting")}
          </p>
        )}
      </div>
      {shown ? <BelowDraft {...(shown as Shown)} /> : null}
    </main>
  );
};

export default PatternsScreen;
