import { useEffect } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import type { App } from "../../app-context/app.ts";
import { useService } from "../../app-context/service.ts";
import { useApp } from "../../app-context/use-app.ts";
import {
  getEndReport,
  getReportTable,
  getStopReport,
  getWaitReport,
  getWeekReport,
  type REPORTS,
} from "../../contract/reports.ts";
import { createResource } from "../../core/create-resource.ts";
import type { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";

type Query = Record<string, string>;

const createReport = <Value extends object>(
  ask: (query: Query) => Promise<Result<Value, CallFailure>>,
) =>
  createResource<Value, CallFailure, [query: Query]>({
    fetch: (_, query) => ask(query),
    key: (query) => new URLSearchParams(query).toString(),
  });

const create = ({ transport: { send } }: App) => ({
  weeks: createReport((query) => send(getWeekReport, { query })),
  stops: createReport((query) => send(getStopReport, { query })),
  waits: createReport((query) => send(getWaitReport, { query })),
  ends: createReport((query) => send(getEndReport, { query })),
});

type Reports = ReturnType<typeof create>;

/** A report and why it is not there. The one before stays until the next one is there. */
export interface Report<Value> {
  readonly value: Value | null;
  readonly failure: CallFailure | null;
  readonly retry: () => void;
}

type Reported<Name extends keyof Reports> = NonNullable<Reports[Name]["state"]["value"]>;

export const useReport = <Name extends keyof Reports>(
  name: Name,
  query: Query,
): Report<Reported<Name>> => {
  const report = useService(create)[name];
  const { value, failure } = useSnapshot(report.state);
  const address = new URLSearchParams(query).toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says when the query is another one
  useEffect(() => void report.refresh(query), [report, address]);
  return {
    value: value as Reported<Name> | null,
    failure,
    retry: () => void report.refresh(query),
  };
};

export type ReportName = (typeof REPORTS)[number];

/** Fetches a report as a file, in a format and for a language. */
export const useReportFile = (report: ReportName, query: Query) => {
  const { sendForBytes } = useApp().transport;
  return (as: { format: string; language: string }) =>
    sendForBytes(getReportTable, { params: { report }, query: { ...query, ...as } });
};

/** Says the first day of a week. */
export const useWeekDay = () => {
  const { formatDate } = useIntl();
  return (day: string): string => formatDate(day, { dateStyle: "medium" });
};
