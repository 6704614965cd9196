import type { ComponentType, ReactNode } from "react";
import type { HeaderEntry } from "../features/shell/header.tsx";
import type { App } from "./create-app.ts";
import type { InsideServices } from "./create-inside.ts";
import type { ScreenProps } from "./screens/screen-props.ts";

export interface Screen {
  Screen: ComponentType<ScreenProps>;
  /** Asks for code and data side by side: waiting for one to ask for the other costs a round trip. */
  anticipate: (props: Pick<ScreenProps, "app" | "services">) => void;
}

/** What a build of the app has to offer to whoever is in. */
export interface Features {
  /** What has an address of its own besides courses and lessons. */
  screens: Readonly<Record<string, Screen>>;
  /** What the header's menus lead to. */
  entries: { progress: readonly HeaderEntry[]; own: readonly HeaderEntry[] };
  /** Entries of the menus that open over the screen in place of leading away. */
  dialogs?: Readonly<Record<string, (onClose: () => void) => ReactNode>>;
  /** What stands in the header beside the menus. */
  headerLinks?: () => ReactNode;
  /** What stands beside the menu of languages, in a lesson too. */
  sign?: () => ReactNode;
  /** What is said above every screen. */
  notice?: (context: ScreenProps) => ReactNode;
  /** Where the main page leads whoever was nowhere yet. */
  home: (services: InsideServices) => string;
  /** Whether one signs out again. */
  signsOut: boolean;
  /** Starts what goes on for as long as somebody is in. @returns a function that ends it */
  begin?: (context: { app: App; services: InsideServices }) => () => void;
}
