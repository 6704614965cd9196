import { proxy } from "valtio";
import type { BaseApp } from "../../app-context/app.ts";
import type { Desktop } from "../../app-context/use-desktop.ts";
import { createLicence, type Licence } from "../../offline/licence/licence.ts";
import type { OpenedDesktop } from "../../platform/ports.ts";
import {
  type Connection,
  type CoreServices,
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

export const createDesktopConnection = (machine: OpenedDesktop): Connection =>
  createConnection({ machine, fileServer: FILE_SERVER });

export const createDesktopLicence = (machine: OpenedDesktop, { school }: Connection): Licence =>
  createLicence({
    machine,
    send: school.send,
    version: machine.version,
    publicKey: SCHOOL_PUBLIC_KEY,
  });

/** The state through which the window's menu opens the glossary. */
export const createLookUp = (): Desktop["lookUp"] => proxy({ open: null });

/** Creates session and language. The session ends when the licence stops being valid. */
export const createDesktopCore = (
  licence: Licence,
  options: Omit<CoreServicesOptions, "onLanguage">,
): CoreServices => {
  const core = createCoreServices({
    ...options,
    onLanguage(language, direction) {
      const page = document.documentElement;
      page.lang = language;
      page.dir = direction;
    },
  });
  licence.onLocked(core.session.logOut);
  return core;
};
