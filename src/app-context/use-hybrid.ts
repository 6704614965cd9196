import type { OtherAccounts } from "../offline/accounts.ts";
import type { Sync } from "../offline/sync/create-sync.ts";
import type { Updates } from "../offline/updates/create-updates.ts";
import type { App, Desktop } from "./app.ts";
import { useService } from "./service.ts";
import { useApp } from "./use-app.ts";

const hybridOf = ({ desktop }: App): NonNullable<Desktop["hybrid"]> => {
  if (!desktop?.hybrid) throw new Error("This component is only for the hybrid build.");
  return desktop.hybrid;
};

const syncOf = (app: App): Sync => hybridOf(app).sync();

/**
 * The sync of the signed-in person: the same object until the person signs out.
 * @throws Error outside of the hybrid build
 */
export const useSync = (): Sync => useService(syncOf);

/**
 * The updates of the app.
 * @throws Error outside of the hybrid build
 */
export const useUpdates = (): Updates => hybridOf(useApp()).updates;

/**
 * Other accounts with content on this computer.
 * @throws Error outside of the hybrid build
 */
export const useOtherAccounts = (): OtherAccounts => hybridOf(useApp()).otherAccounts;
