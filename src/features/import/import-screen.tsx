import { useSnapshot } from "valtio";
import { Link, useLocation, useSearch } from "wouter";
import { STAFF_IMPORT } from "../../app-context/staff-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { type ImportReading, importSummary, tableProblem } from "../../contract/staff-import.ts";
import { useText } from "../../i18n/use-text.ts";
import { parseJson } from "../../lib/parse-json.ts";
import { type Job, JobProgress, useJob } from "../jobs/public.ts";
import { ChooseTable } from "./choose-table.tsx";
import styles from "./import.module.css";
import { ImportColumns } from "./import-columns.tsx";
import { ImportDone } from "./import-done.tsx";
import { ImportEffect } from "./import-effect.tsx";
import { importLink, readPlace, type ShownKind } from "./import-links.ts";
import { importFailureMessages, importProblemMessages } from "./import-messages.ts";
import { ImportOrder } from "./import-order.tsx";
import { UnreadTable } from "./unread-table.tsx";
import { usePeopleImport } from "./use-people-import.ts";

interface StepProps {
  job: Job;
  check: string;
}

/** The row of a table at which a problem was noticed. */
const rowIn = (result: string): { row: number } => ({
  row: parseJson(result || "{}", tableProblem)?.row ?? 0,
});

/** A table that is being checked, or was. */
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
            problems={importProblemMessages}
            values={rowIn(result)}
          />
          {summary === null && now ? (
            <UnreadTable problem={now.problem} onCheck={checkAgain} />
          ) : null}
        </section>
      )}
      {failure ? <p role="alert">{text(importFailureMessages[failure])}</p> : null}
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

/** An import under way, and what came of it. */
const RunStep = ({ job, check }: StepProps) => {
  const text = useText();
  const { job: now, result } = useSnapshot(job.state);
  const summary = result ? parseJson(result, importSummary) : null;
  return (
    <section className="sheet">
      <JobProgress
        job={job}
        label={text("staff-import.importing")}
        problems={importProblemMessages}
        values={rowIn(result)}
      >
        {summary ? <ImportDone summary={summary} job={job} /> : null}
      </JobProgress>
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
  const { check, run, show } = readPlace(useSearch());
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
