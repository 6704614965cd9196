import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { useLocation, useSearch } from "wouter";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { MEASUREMENTS } from "../../../app-context/links.ts";
import { tablePath } from "../../../app-context/measurements-path.ts";
import { useMeasurements } from "../../../app-context/use-measurements.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import type { Measurement } from "../../../contract/measurements.ts";
import { isField } from "../../../domain/measurements/fields.ts";
import { useText } from "../../../i18n/use-text.ts";
import { CompareTables } from "./compare-tables.tsx";
import { MeasurementsList, NOT_FETCHED } from "./measurements-list.tsx";
import { TableEditor } from "./table-editor.tsx";

/**
 * The person's measurement tables: the list, the editor of one, or the comparison of two, as the address says. On
 * another screen than their own it is the list.
 */
export const OwnMeasurements = () => {
  const measurements = useMeasurements();
  const text = useText();
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const { tables, failed, cursor } = useSnapshot(measurements.state);
  const wanted = query.get("table");
  const field = query.get("field") ?? "";
  const comparing = query.has("compare");
  const wasElsewhere = useRef(false);

  useEffect(() => void measurements.load(), [measurements]);
  // The table may be on a page that has not been fetched.
  const isMissing =
    wanted !== null && wanted !== "new" && !tables?.some(({ id }) => String(id) === wanted);
  useEffect(() => {
    if (isMissing && cursor !== null) void measurements.more();
  }, [measurements, isMissing, cursor]);
  useEffect(() => {
    wasElsewhere.current = wanted !== null || comparing;
  }, [wanted, comparing]);

  if (wanted === null && !comparing) {
    return (
      <MeasurementsList
        focused={wasElsewhere.current}
        onEdit={(table) => navigate(tablePath(table?.id ?? null))}
        onCompare={() => navigate(`${MEASUREMENTS}?compare`)}
      />
    );
  }

  // A new table needs nothing from the school.
  if (!tables && wanted !== "new") {
    return (
      <section className="sheet">
        {failed ? (
          <FailureNotice
            failure={failed}
            messages={NOT_FETCHED}
            onRetry={() => void measurements.load()}
          />
        ) : (
          <p role="status">{text("measurements.loading")}</p>
        )}
      </section>
    );
  }

  if (comparing) return <CompareTables tables={(tables ?? []) as Measurement[]} />;

  return (
    <TableEditor
      key={wanted ?? ""}
      table={(tables?.find(({ id }) => String(id) === wanted) ?? null) as Measurement | null}
      tableId={wanted === "new" ? null : wanted}
      field={isField(field) ? field : null}
      onDone={() => navigate(MEASUREMENTS, { replace: true })}
    />
  );
};

const MeasurementsScreen = () => {
  const text = useText();
  useScreenTitle(text("measurements.title"));
  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1 className="unseen">{text("measurements.title")}</h1>
      <OwnMeasurements />
    </main>
  );
};

export default MeasurementsScreen;
