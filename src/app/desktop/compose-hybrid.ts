import { createSession } from "../../core/session.ts";
import { createAccounts, createOtherAccounts } from "../../offline/accounts.ts";
import { browserPage } from "../../offline/browser-page.ts";
import { readAskFirst } from "../../offline/sync/sync-storage.ts";
import { createUpdates } from "../../offline/updates/create-updates.ts";
import { failedVersions } from "../../platform/desktop/failed-versions.ts";
import type { OpenedDesktop } from "../../platform/ports.ts";
import { HYBRID } from "../builds.ts";
import { createBaseApp } from "../create-base-app.ts";
import { createCurrentAccount } from "./current-account.ts";
import {
  createDesktopConnection,
  createDesktopCore,
  createDesktopLicence,
  createLookUp,
  type DesktopBuild,
} from "./desktop-build.ts";
import { createHybridTransport } from "./hybrid-transport.ts";
import { createHybridVariant } from "./hybrid-variant.tsx";

declare const FILE_SERVER: string;
declare const ORGANISATION: { id: number; name: string };
declare const SCHOOL_PUBLIC_KEY: string | null;

/**
 * Composes the hybrid build: people sign in, content is stored on the disk and synced with the
 * school, and progress that is made without a network is sent later.
 */
export const composeHybrid = (machine: OpenedDesktop): DesktopBuild => {
  const connection = createDesktopConnection(machine);
  const licence = createDesktopLicence(machine, connection);
  const core = createDesktopCore(licence, {
    connection,
    singleLogin: HYBRID.auth.singleLogin,
    hasSessionId: false,
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
  });
  const updates = createUpdates({
    machine,
    send: core.school.send,
    base: FILE_SERVER,
    headers: (): Record<string, string> => {
      const { token } = core.session.state;
      const { activationId } = licence.state;
      if (token) return { authorization: `Bearer ${token}` };
      return activationId ? { "x-license": activationId } : {};
    },
    version: machine.version,
    installed: machine.installed,
    application: machine.application,
    publicKey: SCHOOL_PUBLIC_KEY,
    system: machine.system,
    asksFirst: () => readAskFirst(machine.storage) && machine.isMetered(),
    failedVersions,
  });
  const accounts = createAccounts(machine);
  const otherAccounts = createOtherAccounts({ machine, accounts });
  const account = createCurrentAccount({
    accounts,
    otherAccounts,
    core,
    machine,
    licence,
    news: updates.news,
  });
  const desktop = {
    machine,
    licence,
    lookUp: createLookUp(),
    hybrid: {
      sync: account.sync,
      updates,
      otherAccounts,
      serveSignIn: (language: string) =>
        machine.servePage((script) => browserPage(FILE_SERVER, language, script)),
    },
    contentImport: null,
  };
  const app = createBaseApp(core, {
    organisation: ORGANISATION,
    transport: createHybridTransport(core.school, account.get),
    optimistic: true,
    closesExpiredCourses: HYBRID.closesExpiredCourses,
    desktop,
  });
  return {
    app,
    desktop,
    required: HYBRID.auth.required,
    variant: createHybridVariant({ machine, updates, account: account.get }),
    loadContent: account.load,
  };
};
