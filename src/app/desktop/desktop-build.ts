import { proxy } from "valtio";
import type { BaseApp, Desktop } from "../../app-context/app.ts";
import { loadMessages } from "../../app-context/page-files.ts";
import { createLicence, type Licence } from "../../offline/licence/licence.ts";
import type { OpenedDesktop } from "../../platform/ports.ts";
import { type Connection, createConnection } from "../create-connection.ts";
import {
  type CoreServices,
  type CoreServicesOptions,
  createCoreServices,
} from "../create-core-services.ts";
import type { Variant } from "../variant.ts";

declare const FILE_SERVER: string;
declare const SCHOOL_PUBLIC_KEY: string | null;

/** A desktop build, composed and not yet started. */
export interface DesktopBuild {
  readonly app: BaseApp;
  readonly desktop: Desktop;
  /** Whether people sign in at the school once the app is activated. */
  readonly signsIn: boolean;
  readonly variant: Variant;
  /** Loads the content of this machine, once it is known whether somebody is signed in. */
  readonly loadContent: () => Promise<void>;
}

/** Creates the connection of this machine to the school. */
export const createDesktopConnection = (machine: OpenedDesktop): Connection =>
  createConnection({ machine, fileServer: FILE_SERVER });

/** Creates the licence of this machine. */
export const createDesktopLicence = (machine: OpenedDesktop, { school }: Connection): Licence =>
  createLicence({
    machine,
    send: school.send,
    version: machine.version,
    publicKey: SCHOOL_PUBLIC_KEY,
  });

/** How the glossary is opened from the window's own menu. */
export const createLookUp = (): Desktop["lookUp"] => proxy({ open: null });

/** Creates session and language. The session ends when the licence stops being valid. */
export const createDesktopCore = (
  licence: Licence,
  options: Omit<CoreServicesOptions, "loadMessages" | "onLanguage">,
): CoreServices => {
  const core = createCoreServices({
    ...options,
    loadMessages,
    onLanguage(language, direction) {
      const page = document.documentElement;
      page.lang = language;
      page.dir = direction;
    },
  });
  licence.onLocked(core.session.logOut);
  return core;
};
