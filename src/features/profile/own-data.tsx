import { type ReactNode, useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { useLocation, useSearch } from "wouter";
import type { Measurement } from "../../contract/measurements.ts";
import type { Alerts } from "../../core/alerts.ts";
import type { Drafts } from "../../core/drafts.ts";
import type { Session } from "../../core/session.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { NotThere } from "../../ui/not-there.tsx";
import { measurementsMissing } from "./failure-messages.ts";
import { draftOf } from "./measurements/draft-of.ts";
import { MeasurementsList } from "./measurements/measurements.tsx";
import type { Measurements } from "./measurements/measurements-model.ts";
import type { Task } from "./measurements/measuring.tsx";
import styles from "./own-data.module.css";
import { PolicySwitches } from "./policies.tsx";
import type { Policies } from "./policies-model.ts";

export interface OwnDataProps {
  measurements: Measurements;
  /** Absent where there is no school to agree with. */
  policies?: Policies;
  drafts: Drafts;
  session: Session;
  alerts: Alerts<MessageId>;
  /** The address of the profile; a table that is changed, or a comparison, stands in its query. */
  path: string;
  /** Shows the work on single measures; another `key` begins anew. */
  measuring: (task: Task, key?: string) => ReactNode;
}

/** What the school keeps of a person: measurement tables, and what they agreed to. */
export const OwnData = (props: OwnDataProps) => {
  const { measurements, drafts, path, measuring, policies, session, alerts } = props;
  const text = useText();
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const { tables, failed } = useSnapshot(measurements.state);
  const { user } = useSnapshot(session.state);
  const wanted = query.get("table");
  const comparing = query.has("compare");
  const wasElsewhere = useRef(false);

  useEffect(() => {
    void measurements.load();
  }, [measurements]);
  useEffect(() => {
    wasElsewhere.current = wanted !== null || comparing;
  }, [wanted, comparing]);

  if (wanted === null && !comparing) {
    return (
      <div className={styles.parts}>
        <MeasurementsList
          measurements={measurements}
          drafts={drafts}
          alerts={alerts}
          person={[user?.firstName, user?.lastName].filter(Boolean).join(" ")}
          measuring={measuring}
          focused={wasElsewhere.current}
          onEdit={(table) =>
            navigate(`${path}?table=${table ? encodeURIComponent(table.id) : "new"}`)
          }
          onCompare={() => navigate(`${path}?compare`)}
        />
        {policies ? <PolicySwitches policies={policies} session={session} alerts={alerts} /> : null}
      </div>
    );
  }

  // A new table needs nothing from the school.
  if (!tables && wanted !== "new") {
    return (
      <section className="sheet">
        {failed ? (
          <NotThere
            message={text(measurementsMissing.tables)}
            retry={text("screen.retry")}
            onRetry={() => void measurements.load()}
          />
        ) : (
          <p role="status">{text("measurements.loading")}</p>
        )}
      </section>
    );
  }

  if (comparing) {
    return measuring({ kind: "compare", tables: (tables ?? []) as Measurement[], back: path });
  }

  const table = (tables?.find(({ id }) => String(id) === wanted) ?? null) as Measurement | null;
  return measuring(
    {
      kind: "edit",
      table,
      gone: wanted !== "new" && !table,
      draft: draftOf(drafts, wanted === null || wanted === "new" ? undefined : wanted),
      measurements,
      alerts,
      back: path,
      onDone: () => navigate(path, { replace: true }),
    },
    wanted ?? "",
  );
};
