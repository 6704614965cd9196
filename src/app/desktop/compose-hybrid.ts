import type { BaseApp } from "../../app-context/app.ts";
import { createSession } from "../../core/session.ts";
import { createAccounts } from "../../offline/accounts.ts";
import { createOtherAccounts } from "../../offline/other-accounts.ts";
import { createUpdates } from "../../offline/updates/create-updates.ts";
import { failedHere } from "../../platform/desktop/failed-here.ts";
import type { OpenedDesktop } from "../../platform/ports.ts";
import { createCurrentAccount } from "./current-account.ts";
import {
  createDesktopApp,
  createDesktopLicence,
  createLookUp,
  type DesktopBuild,
} from "./desktop-build.ts";
import { createHybridTransport } from "./hybrid-transport.ts";
import { createHybridVariant } from "./hybrid-variant.tsx";

declare const FILE_SERVER: string;
declare const SCHOOL_PUBLIC_KEY: string | null;

/**
 * The hybrid build: people sign in, content is stored on the disk and synced with the school, and
 * what is done without a network reaches the school later.
 */
export const composeHybrid = (machine: OpenedDesktop): DesktopBuild => {
  const licence = createDesktopLicence(machine, () => app);
  const updates = createUpdates({
    machine,
    send: (call, options) => app.transport.send(call, options),
    base: FILE_SERVER,
    headers: (): Record<string, string> => {
      const { token } = app.session.state;
      const { activationId } = licence.state;
      if (token) return { authorization: `Bearer ${token}` };
      return activationId ? { "x-license": activationId } : {};
    },
    version: machine.version,
    installed: machine.installed,
    application: machine.application,
    publicKey: SCHOOL_PUBLIC_KEY,
    system: machine.system,
    asksFirst: () => (account.get()?.sync.state.askFirst ?? true) && machine.mayCost(),
    failedHere,
  });
  const accounts = createAccounts(machine);
  const otherAccounts = createOtherAccounts({ machine, accounts });
  const account = createCurrentAccount({
    accounts,
    otherAccounts,
    machine,
    licence,
    news: updates.news,
    app: () => app,
  });
  const desktop = {
    machine,
    licence,
    lookUp: createLookUp(),
    hybrid: { sync: account.sync, updates, otherAccounts },
    contentImport: null,
  };
  const app: BaseApp = createDesktopApp({
    desktop,
    singleLogin: true,
    hasSessionId: false,
    optimistic: true,
    createSession(options) {
      const session = createSession(options);
      return {
        ...session,
        async check() {
          await licence.check();
          await session.check();
        },
      };
    },
    answer: (school) => createHybridTransport(school, account.get),
  });
  return {
    app,
    desktop,
    signsIn: true,
    variant: createHybridVariant({ machine, updates, account: account.get }),
    loadContent: account.load,
  };
};
