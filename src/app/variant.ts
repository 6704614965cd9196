import type { ComponentType } from "react";
import type { App } from "../app-context/app.ts";
import type { Feature } from "../app-context/feature.ts";
import type { HeaderEntry } from "../features/shell/header.tsx";
import type { SignedInApp } from "./create-app.ts";

/** What a build of the app offers to the signed-in person. */
export interface Variant {
  /** The screens with an address of their own besides courses and lessons. */
  readonly features: readonly Feature[];
  /** What the header's menus lead to. */
  readonly menus: {
    readonly progress: readonly HeaderEntry[];
    readonly person: readonly HeaderEntry[];
  };
  /** Entries of the menus that open over the screen, by address. */
  readonly dialogs?: Readonly<Record<string, ComponentType<{ onClose: () => void }>>>;
  /** Shown in the header beside the menus. */
  readonly HeaderLinks?: ComponentType;
  /** Shown beside the language menu, in a lesson too. */
  readonly Sign?: ComponentType;
  /** Shown above every screen. */
  readonly Notices?: ComponentType;
  /** Where the main page leads people who have not been anywhere yet. */
  readonly home: (app: App) => string;
  readonly signsOut: boolean;
  /** Starts background work while somebody is signed in. @returns a function that ends it */
  readonly start?: (app: SignedInApp) => () => void;
}
