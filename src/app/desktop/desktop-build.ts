import { proxy } from "valtio";
import type { BaseApp } from "../../app-context/app.ts";
import type { Desktop } from "../../app-context/use-desktop.ts";
import { createLicence, type Licence } from "../../offline/licence/licence.ts";
import type { OpenedDesktop } from "../../platform/ports.ts";
import {
  type CoreServicesOptions,
  createConnection,
  createCoreServices,
} from "../create-base-app.ts";
import type { Variant } from "../variant.ts";

declare const FILE_SERVER: string;
declare const SCHOOL_PUBLIC_KEY: string | null;

/** A composed desktop build that has not been started. */
export interface DesktopBuild {
  readonly app: BaseApp;
  readonly desktop: Desktop;
  /** Whether people sign in at the school, and whether a licence activates the app before that. */
  readonly required: { readonly login: boolean; readonly activation: boolean };
  readonly variant: Variant;
  /** Loads the content of this machine. Call it after the session has been restored. */
  readonly loadContent: () => Promise<void>;
}

/**
 * Creates licence, session and language. The session ends when the licence stops being valid.
 * @param optionsOf the options of the session, which may need the licence
 */
export const createDesktopCore = (
  machine: OpenedDesktop,
  optionsOf: (licence: Licence) => Omit<CoreServicesOptions, "connection" | "onLanguage">,
) => {
  const connection = createConnection({ machine, fileServer: FILE_SERVER });
  const licence = createLicence({
    machine,
    send: connection.school.send,
    version: machine.version,
    publicKey: SCHOOL_PUBLIC_KEY,
  });
  const core = createCoreServices({
    connection,
    ...optionsOf(licence),
    onLanguage(language, direction) {
      const page = document.documentElement;
      page.lang = language;
      page.dir = direction;
    },
  });
  licence.onLocked(core.session.logOut);
  /** Through it the window's menu opens the glossary. */
  const lookUp: Desktop["lookUp"] = proxy({ open: null });
  return { core, licence, lookUp };
};
