import type { App } from "../../app-context/app.ts";
import { listAddress } from "../../app-context/list-address.ts";
import { createPagedLists, useList } from "../../app-context/paged-list.ts";
import { useService } from "../../app-context/service.ts";
import { STAFF_CHANGES } from "../../app-context/staff-links.ts";
import { CHANGES_LIST, getChanges, type SchoolChange } from "../../contract/audit.ts";
import type { ListChoice } from "../../domain/list-query.ts";

const create = ({ transport: { send } }: App) =>
  createPagedLists({
    fetch: (query) => send(getChanges, { query }),
    read: ({ changes, ...page }) => ({ entries: changes, ...page }),
    keyOf: ({ id }: SchoolChange) => id,
  });

/** The list of changes that the address asks for. */
export const useChanges = () => useList(STAFF_CHANGES, CHANGES_LIST, useService(create));

/** The address of some changes. */
export const changesPath = (choice: Partial<ListChoice<typeof CHANGES_LIST>>): string =>
  listAddress(STAFF_CHANGES, CHANGES_LIST, choice);
