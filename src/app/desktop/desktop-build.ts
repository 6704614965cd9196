import { proxy } from "valtio";
import type { BaseApp, Desktop } from "../../app-context/app.ts";
import { loadMessages } from "../../app-context/page-files.ts";
import { createLicence } from "../../offline/licence/licence.ts";
import type { OpenedDesktop } from "../../platform/ports.ts";
import { type BaseAppOptions, createBaseApp } from "../create-base-app.ts";
import type { Variant } from "../variant.ts";

declare const FILE_SERVER: string;
declare const ORGANISATION: { id: number; name: string };
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

/**
 * Creates the licence of this machine.
 * @param app gives the app, which is created after the licence
 */
export const createDesktopLicence = (machine: OpenedDesktop, app: () => BaseApp) =>
  createLicence({
    machine,
    send: (call, options) => app().school.send(call, options),
    version: machine.version,
    publicKey: SCHOOL_PUBLIC_KEY,
    onLocked: () => app().session.logOut(),
  });

/** How the glossary is opened from the window's own menu. */
export const createLookUp = (): Desktop["lookUp"] => proxy({ open: null });

/** Creates the services that both desktop builds have before anybody has signed in. */
export const createDesktopApp = (
  options: Omit<
    BaseAppOptions,
    "machine" | "fileServer" | "loadMessages" | "onLanguage" | "organisation"
  > & { desktop: Desktop },
): BaseApp =>
  createBaseApp({
    ...options,
    machine: options.desktop.machine,
    fileServer: FILE_SERVER,
    loadMessages,
    onLanguage(language, direction) {
      const page = document.documentElement;
      page.lang = language;
      page.dir = direction;
    },
    organisation: ORGANISATION,
  });
