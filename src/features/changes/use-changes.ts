import type { App } from "../../app-context/app.ts";
import { useService } from "../../app-context/service.ts";
import { type StaffFailure, staffFailureOf } from "../../app-context/staff-failure.ts";
import { getChanges, type SchoolChange } from "../../contract/audit.ts";
import { createPagedLists } from "../../core/paged-lists.ts";
import { Result } from "../../lib/result.ts";

const create = ({ transport }: App) =>
  createPagedLists<SchoolChange, StaffFailure>({
    async fetch(query) {
      const answer = await transport.send(getChanges, { query });
      if (!answer.ok) return Result.fail(staffFailureOf(answer.failure));
      const { changes, total, cursor } = answer.value;
      return Result.ok({ entries: changes, total, cursor });
    },
    keyOf: ({ id }) => id,
  });

/** The lists of changes of the signed-in person. */
export const useChanges = () => useService(create);
