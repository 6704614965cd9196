import { type DragEvent, useState } from "react";
import { useSnapshot } from "valtio";
import { Link, useLocation, useSearch } from "wouter";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { STAFF_IMPORT } from "../../app-context/staff-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import {
  type ImportReading,
  importedSoFar,
  importSummary,
  tableProblem,
} from "../../contract/staff-import.ts";
import type { Id } from "../../contract/wire.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import { parseJson } from "../../lib/parse-json.ts";
import { Button } from "../../ui/button.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { Tape } from "../../ui/tape.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { type Job, JobProgress, useJob } from "../jobs/public.ts";
import styles from "./import.module.css";
import { ImportColumns, UnreadTable } from "./import-columns.tsx";
import { ImportDone, ImportEffect, ImportOrder } from "./import-effect.tsx";
import {
  importLink,
  importMessages,
  readImportAddress,
  type ShownKind,
  usePeopleImport,
} from "./people-import.ts";

interface ChooseTableProps {
  onBrought: (check: Id) => void;
}

const ChooseTable = ({ onBrought }: ChooseTableProps) => {
  const peopleImport = usePeopleImport();
  const text = useText();
  const size = useFileSize();
  const { sending, failure, pasted } = useSnapshot(peopleImport.state, { sync: true });
  const [isOver, setOver] = useState(false);

  const bring = async (file: File | undefined): Promise<void> => {
    const check = file && (await peopleImport.bring(file));
    if (!check) return;
    peopleImport.state.pasted = "";
    onBrought(check);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void bring(event.dataTransfer.files[0]);
  };

  return (
    <section
      className={`sheet ${styles.choose}`}
      aria-labelledby="import-file"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2 id="import-file">{text("staff-import.file")}</h2>
      <div>
        <FileButton
          label={text("staff-import.choose")}
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          disabled={sending !== null}
          describedBy="import-formats"
          onFiles={([file]) => void bring(file)}
        />
      </div>
      <p id="import-formats">{text("staff-import.drop")}</p>
      {sending ? (
        <Tape
          value={sending.sent}
          max={sending.total || 1}
          label={text("staff-import.sending")}
          text={size(sending.sent)}
        />
      ) : null}
      <TextArea
        label={text("staff-import.paste")}
        value={pasted}
        rows={5}
        onChange={(value) => {
          peopleImport.state.pasted = value;
        }}
      />
      <div>
        <Button
          quiet
          disabled={sending !== null || pasted.trim() === ""}
          onClick={() => bring(new File([pasted], "pasted.csv"))}
        >
          {text("staff-import.check-pasted")}
        </Button>
      </div>
      <FailureNotice failure={failure} messages={importMessages} />
    </section>
  );
};

/** Why a table cannot be checked or imported, by the problems of its job. */
const PROBLEMS: Readonly<Record<string, MessageId>> = {
  "import/bad_rows": "staff-import.bad-rows",
  "import/no_file": "staff-import.gone",
  "import/no_names": "staff-import.no-names",
  "import/not_allowed": "staff-import.not-allowed",
  "import/overtaken": "staff-import.overtaken",
  "table/damaged": "staff-import.table-damaged",
  "table/empty": "staff-import.table-empty",
  "table/encrypted": "staff-import.table-encrypted",
  "table/long_cell": "staff-import.table-long-cell",
  "table/no_workbook": "staff-import.table-not-a-table",
  "table/not_a_table": "staff-import.table-not-a-table",
  "table/old_excel": "staff-import.table-old-excel",
  "table/quote_not_closed": "staff-import.table-quote",
  "table/too_large": "staff-import.table-too-large",
  "table/too_many_columns": "staff-import.table-too-many-columns",
  "table/too_many_rows": "staff-import.table-too-many-rows",
  "table/unknown_compression": "staff-import.table-unknown-compression",
  "table/wrong_encoding": "staff-import.table-wrong-encoding",
};

interface StepProps {
  job: Job;
  check: string;
}

/** The row of a table at which a problem was noticed. */
const rowIn = (result: string): { row: number } => ({
  row: parseJson(result || "{}", tableProblem)?.row ?? 0,
});

const CheckStep = ({ job, check, show }: StepProps & { show: ShownKind }) => {
  const peopleImport = usePeopleImport();
  const text = useText();
  const [, navigate] = useLocation();
  const { language } = useSnapshot(useApp().language.state);
  const { job: now, result } = useSnapshot(job.state);
  const { failure } = useSnapshot(peopleImport.state);
  const summary = result ? parseJson(result, importSummary) : null;
  const checkAgain = async (reading: ImportReading) => {
    const next = await peopleImport.check(check, reading);
    if (next) navigate(importLink(next));
  };
  return (
    <div className={styles.steps}>
      {now?.state === "done" ? null : (
        <section className="sheet">
          <JobProgress
            job={job}
            label={text("staff-import.checking")}
            problems={PROBLEMS}
            values={rowIn(result)}
          />
          {summary === null && now ? (
            <UnreadTable problem={now.problem} onCheck={checkAgain} />
          ) : null}
        </section>
      )}
      <FailureNotice failure={failure} messages={importMessages} />
      {summary ? <ImportColumns key={check} summary={summary} onCheck={checkAgain} /> : null}
      {summary && now?.state === "done" ? (
        <>
          <ImportEffect
            summary={summary}
            show={show}
            onShow={(next) => navigate(importLink(check, { show: next }), { replace: true })}
          />
          <ImportOrder
            summary={summary}
            onRun={async (order) => {
              const run = await peopleImport.run(check, { ...order, language });
              if (run) navigate(importLink(check, { run }));
            }}
          />
        </>
      ) : null}
    </div>
  );
};

const RunStep = ({ job, check }: StepProps) => {
  const text = useText();
  const { job: now, result } = useSnapshot(job.state);
  const summary = result ? parseJson(result, importSummary) : null;
  const soFar = result && now?.state === "failed" ? parseJson(result, importedSoFar) : null;
  return (
    <section className="sheet">
      <JobProgress
        job={job}
        label={text("staff-import.importing")}
        problems={PROBLEMS}
        values={rowIn(result)}
        changed={soFar !== null}
      >
        {summary ? <ImportDone counts={summary.counts} job={job} /> : null}
      </JobProgress>
      {soFar ? (
        <>
          <p>{text("staff-import.ended-early")}</p>
          <ImportDone counts={soFar.counts} job={job} />
        </>
      ) : null}
      {now?.state === "failed" || now?.state === "stopped" ? (
        <p>
          <Link className="button" href={importLink(check)}>
            {text("staff-import.columns")}
          </Link>
        </p>
      ) : null}
    </section>
  );
};

/** Brings people from a table: choose it, see what would happen, import it. */
export const ImportScreen = () => {
  const text = useText();
  const [, navigate] = useLocation();
  const { check, run, show } = readImportAddress(useSearch());
  const checkJob = useJob(run === null ? check : null);
  const runJob = useJob(run);
  useScreenTitle(text("staff-import.name"));
  return (
    <>
      <h1>{text("staff-import.name")}</h1>
      {check === null ? (
        <>
          <p>{text("staff-import.intro")}</p>
          <ChooseTable onBrought={(id) => navigate(importLink(id))} />
        </>
      ) : (
        <>
          {runJob ? <RunStep key={run} job={runJob} check={check} /> : null}
          {checkJob ? <CheckStep key={check} job={checkJob} check={check} show={show} /> : null}
          {runJob ? null : (
            <p>
              <Link href={STAFF_IMPORT}>{text("staff-import.another")}</Link>
            </p>
          )}
        </>
      )}
    </>
  );
};
