import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useSearch } from "wouter";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { TableMistake } from "../../app-context/table-mistake.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useMeasurements } from "../../app-context/use-measurements.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import type { Id } from "../../contract/wire.ts";
import {
  blockNames,
  choiceNames,
  girthNames,
  nameIn,
  optionName,
} from "../../core/pattern-messages.ts";
import type { Values } from "../../domain/measurements/fields.ts";
import { type BlockOption, optionsWithEffect } from "../../drafting/block.ts";
import type { SewingStep } from "../../drafting/pattern.ts";
import { useText } from "../../i18n/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { ChoiceForm } from "./choice-form.tsx";
import { DraftView, OverlayChoice } from "./draft-view.tsx";
import { OptionForm } from "./option-form.tsx";
import { stepMessage, useLengthText } from "./pattern-texts.ts";
import styles from "./patterns.module.css";
import { type Drafted, type Shown, usePatterns } from "./patterns-model.ts";
import { PieceTables } from "./piece-tables.tsx";
import { ProblemList } from "./problem-list.tsx";
import { SavedList } from "./saved-list.tsx";
// The print room comes later, its styles with those of the screen: a further style sheet would cost
// each sign-in its name.
import "./print-room/print-room.module.css";

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
        <OverlayChoice table={table.id} />
      </div>
    </>
  );
};

/** Outside of what the draft stays in sight of: a phone has no room for both. */
const Lengths = ({ draft, overlay }: Shown) =>
  draft.sketch ? (
    <div className={styles.lengths}>
      <PieceTables
        sketch={draft.sketch}
        overlay={overlay?.sketch ?? null}
        units={draft.table.units}
      />
      {draft.sketch.sewing.length > 0 ? <SewingSteps steps={draft.sketch.sewing} /> : null}
      <RoomFold shows="cloth" {...draft} />
      <RoomFold shows="print" {...draft} />
    </div>
  ) : null;

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
      {shown ? <Lengths {...(shown as Shown)} /> : null}
      {shown ? (
        <div className={styles.lengths}>
          <SavedList drafted={shown.draft as Drafted} />
        </div>
      ) : null}
    </main>
  );
};

/** The order in which a garment is sewn. */
const SewingSteps = ({ steps }: { steps: readonly SewingStep[] }) => {
  const text = useText();
  return (
    <Fold heading={text("garments.sewing")}>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{text(stepMessage(step))}</li>
        ))}
      </ol>
    </Fold>
  );
};

const PrintRoom = lazyComponent(
  () => import(/* webpackChunkName: "print-room" */ "./print-room/print-room.tsx"),
);

const headings = { cloth: "patterns.cloth", print: "patterns.print" } as const;

/** The cloth or the print of a draft, which is loaded once it is opened. */
const RoomFold = ({
  shows,
  request,
  sketch,
  table,
  options,
  edges,
}: Drafted & { shows: "cloth" | "print" }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const { full } = useLengthText(table.units);
  const patterns = usePatterns();
  const [isOpen, setOpen] = useState(false);
  const girths = Object.entries(sketch?.girths ?? {});
  const optionWords = (option: BlockOption): string => {
    const value = request.options[option.name] ?? option.start;
    if (option.kind === "choice") return nameIn(text, choiceNames, String(value));
    return option.unit === "cm" ? full(Number(value)) : formatNumber(Number(value));
  };
  const chosen = [
    ...optionsWithEffect(options, request.options),
    ...edges.filter(({ name }) => Object.hasOwn(request.options, name)),
  ].map((option) => `${optionName(text, option.name)}: ${optionWords(option)}`);
  return (
    <Fold heading={text(headings[shows])} onToggle={() => setOpen(true)}>
      {isOpen && sketch ? (
        <PrintRoom
          shows={shows}
          onPrinted={() => patterns.notePrinted({ request, table })}
          request={request}
          pieces={sketch.pieces}
          zip={sketch.zip}
          chosen={chosen}
          steps={sketch.sewing}
          facts={girths.map(([name, girth]) => `${nameIn(text, girthNames, name)}: ${full(girth)}`)}
          table={{ name: table.name || text("patterns.print.example"), units: table.units }}
        />
      ) : null}
    </Fold>
  );
};

export default PatternsScreen;
