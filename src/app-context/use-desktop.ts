import type { OtherAccounts } from "../offline/accounts.ts";
import type { ContentImport } from "../offline/content-import/content-import.ts";
import type { Licence } from "../offline/licence/licence.ts";
import type { Sync } from "../offline/sync/create-sync.ts";
import type { Updates } from "../offline/updates/create-updates.ts";
import type { BaseApp, DesktopShell } from "./app.ts";
import { useBaseApp } from "./app-context.ts";
import { useService } from "./service.ts";

/** The services of both desktop builds. */
export interface Desktop extends DesktopShell {
  readonly licence: Licence;
  /**
   * Opens the glossary at a word, from the window's own menu; null while no glossary is available.
   */
  readonly lookUp: { open: ((word: string) => void) | null };
  /** Services of the hybrid build; null in the offline build. */
  readonly hybrid:
    | (NonNullable<DesktopShell["hybrid"]> & {
        /** The sync of the account that is signed in. */
        readonly sync: () => Sync;
        readonly updates: Updates;
        /** Accounts that have left content on this computer. */
        readonly otherAccounts: OtherAccounts;
      })
    | null;
  /** The import of the offline build; null in the hybrid build. */
  readonly contentImport: ContentImport | null;
}

// Only the desktop's mains compose it, and they give all of it.
const desktopOf = ({ desktop }: BaseApp): Desktop => {
  if (!desktop) throw new Error("This component is only for the desktop app.");
  return desktop as Desktop;
};

const hybridOf = (app: BaseApp): NonNullable<Desktop["hybrid"]> => {
  const { hybrid } = desktopOf(app);
  if (!hybrid) throw new Error("This component is only for the hybrid build.");
  return hybrid;
};

const syncOf = (app: BaseApp): Sync => hybridOf(app).sync();

/**
 * The services of the desktop builds.
 * @throws Error in a browser
 */
export const useDesktop = (): Desktop => desktopOf(useBaseApp());

/**
 * The sync of the signed-in person: the same object until the person signs out.
 * @throws Error outside of the hybrid build
 */
export const useSync = (): Sync => useService(syncOf);

/**
 * The updates of the app.
 * @throws Error outside of the hybrid build
 */
export const useUpdates = (): Updates => hybridOf(useBaseApp()).updates;

/**
 * Other accounts with content on this computer.
 * @throws Error outside of the hybrid build
 */
export const useOtherAccounts = (): OtherAccounts => hybridOf(useBaseApp()).otherAccounts;
