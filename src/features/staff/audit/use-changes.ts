import type { App } from "../../../app-context/app.ts";
import { useService } from "../../../app-context/service.ts";
import { getChanges, type SchoolChange } from "../../../contract/audit.ts";
import { Result } from "../../../lib/result.ts";
import { createPagedLists } from "../paged-lists.ts";

const create = ({ transport }: App) =>
  createPagedLists<SchoolChange>({
    async fetch(query, before) {
      const asked = {
        ...Object.fromEntries(new URLSearchParams(query)),
        ...(before && { before }),
      };
      const answer = await transport.send(getChanges, { query: asked });
      if (!answer.ok) return answer;
      const { changes, total, cursor } = answer.value;
      return Result.ok({ entries: changes, total, cursor });
    },
    keyOf: ({ id }) => id,
  });

/** The lists of changes of the signed-in person. */
export const useChanges = () => useService(create);
