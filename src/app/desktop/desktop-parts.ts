import type { Licence } from "../../offline/licence/licence.ts";
import type { OpenedDesktop } from "../../platform/desktop/desktop-machine.ts";
import type { App, AppOptions } from "../create-app.ts";
import type { Features } from "../features.ts";

/** How the glossary is opened at a word from outside its screens; null where there is none. */
export interface LookUpState {
  open: ((word: string) => void) | null;
}

/** What both builds of the desktop app are made of. */
export interface DesktopParts {
  machine: OpenedDesktop;
  licence: Licence;
  lookUp: LookUpState;
  /** The app itself, once everything is put together. */
  app: () => App;
}

/** In what a build of the desktop app differs from the other. */
export interface DesktopWays {
  /** What lets a person in, where content comes from, and what happens to writes. */
  options: Pick<
    AppOptions,
    "singleLogin" | "hasSessionId" | "createSession" | "answer" | "license" | "optimistic"
  >;
  /** Whether one signs in at the school too. */
  login: boolean;
  features: Features;
  /** Takes up the content of this machine, once it shows whether somebody is signed in. */
  takeUp: (app: App) => Promise<void>;
}

export interface AboutProps {
  parts: DesktopParts;
  onClose: () => void;
}
