import type { ComponentType } from "react";
import type { App } from "../app-context/app.ts";
import type { Feature } from "../app-context/feature.ts";
import type { LessonScreenProps } from "../features/lessons/lesson-screen.tsx";
import type { HeaderEntry } from "../features/shell/header.tsx";
import type { SignedInApp } from "./create-app.ts";

/** Identifies a chapter: an entry of the first level of a course's menu. */
interface ChapterToolProps {
  productKey: string;
  courseKey: string;
  menuKey: string;
  /** The chapter's title in the interface language. */
  title: string;
}

/** What a build of the app offers to the signed-in person. */
export interface Variant {
  /** The screens with an address, without courses and lessons. */
  readonly features: readonly Feature[];
  /** The entries of the header's menus. */
  readonly menus: {
    readonly progress: readonly HeaderEntry[];
    readonly person: readonly HeaderEntry[];
  };
  /** Menu entries that open a dialog over the screen, by address. */
  readonly dialogs?: Readonly<Record<string, ComponentType<{ onClose: () => void }>>>;
  /** Shown in the header beside the menus. */
  readonly HeaderLinks?: ComponentType;
  /** Shown beside the language menu, also in a lesson. */
  readonly StatusIndicator?: ComponentType;
  /** Shown at the end of a lesson with an assignment. */
  readonly LessonAssignment?: LessonScreenProps["Assignment"];
  /** Shown with the chapter of a course that is on screen. */
  readonly ChapterTool?: ComponentType<ChapterToolProps>;
  /** Asks the school what is new, and says it. */
  readonly UnseenNotice?: ComponentType;
  /** Shown above every screen. */
  readonly Notices?: ComponentType;
  /**
   * The path to which the main page redirects.
   * @param isStart whether the app has just been opened there
   */
  readonly home: (app: App, isStart: boolean) => string;
  /** Whether narrow screens get a bar with the main pages. */
  readonly phoneBar: boolean;
  readonly signsOut: boolean;
  /** Starts the background work for a signed-in person. @returns a function that stops it */
  readonly start?: (app: SignedInApp) => () => void;
}
