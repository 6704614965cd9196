import { useEffect } from "react";
import { useSnapshot } from "valtio";
import type { App } from "../../app-context/app.ts";
import { useService } from "../../app-context/service.ts";
import { type StaffFailure, staffFailureOf } from "../../app-context/staff-failure.ts";
import {
  getEndReport,
  getStopReport,
  getWaitReport,
  getWeekReport,
} from "../../contract/reports.ts";
import { createResource } from "../../core/create-resource.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";

type Query = Record<string, string>;

const createReport = <Value extends object>(
  ask: (query: Query) => Promise<Result<Value, CallFailure>>,
) =>
  createResource<Value, StaffFailure, [query: Query]>({
    async fetch(_, query) {
      const answer = await ask(query);
      return answer.ok ? answer : Result.fail(staffFailureOf(answer.failure));
    },
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
export const useReport = <Name extends keyof Reports>(name: Name, query: Query) => {
  const report = useService(create)[name];
  const { value, failure } = useSnapshot(report.state);
  const asked = new URLSearchParams(query).toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says when the query is another one
  useEffect(() => {
    void report.refresh(query);
  }, [report, asked]);
  return {
    value: value as Reports[Name]["state"]["value"],
    failure,
    retry: () => void report.refresh(query),
  };
};
