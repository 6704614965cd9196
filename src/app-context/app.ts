import type { AlertHistory } from "../core/alert-history.ts";
import type { Alerts } from "../core/alerts.ts";
import type { Courses } from "../core/courses.ts";
import type { Files } from "../core/files.ts";
import type { LanguageService } from "../core/language.ts";
import type { Lessons } from "../core/lessons.ts";
import type { Network } from "../core/network.ts";
import type { OrganisationService } from "../core/organisation.ts";
import type { Place } from "../core/place.ts";
import type { Progress } from "../core/progress.ts";
import type { Queue } from "../core/queue.ts";
import type { Session, SessionEnd } from "../core/session.ts";
import type { Study } from "../core/study.ts";
import type { TermDialog } from "../core/term-dialog.ts";
import type { Day } from "../domain/calendar.ts";
import type { MessageId } from "../i18n/message-id.ts";
import type { Kept } from "../kept/kept.ts";
import type { Machine, OpenedDesktop, ServedPage, Tabs } from "../platform/ports.ts";
import type { Transport } from "../transport/transport.ts";

/** What every screen may know of a desktop build. Its own screens get the rest by `useDesktop`. */
export interface DesktopShell {
  readonly machine: OpenedDesktop;
  /** Null in the offline build. */
  readonly hybrid: {
    /**
     * Serves the page to which the system's browser comes back after signing in with an account of the school.
     * @returns null if this machine cannot serve it
     */
    readonly serveSignIn: (language: string) => Promise<ServedPage | null>;
  } | null;
}

/** The services that exist before anybody has signed in. */
export interface BaseApp {
  readonly machine: Machine;
  /** Whether a completed lesson counts before the school has answered. */
  readonly optimistic: boolean;
  /** Whether expired courses are closed, except for administrators. */
  readonly closesExpiredCourses: boolean;
  readonly alerts: Alerts<MessageId>;
  readonly network: Network;
  /** Sends every call to the school. */
  readonly school: Transport;
  /** Sends calls as the build does: the desktop builds answer some from the disk. */
  readonly transport: Transport;
  readonly session: Session;
  readonly language: LanguageService;
  readonly organisation: OrganisationService;
  /** Null in a browser. */
  readonly desktop: DesktopShell | null;
  /** What the browser keeps for use without a network. Absent in the desktop app, and in a frame. */
  readonly kept?: Kept;
  /** Calls the listener when a session ends. @returns a function that removes the listener */
  onSessionEnd(listener: (why: SessionEnd) => void): () => void;
}

/** The services of the signed-in person; created again at each sign-in. */
export interface App extends BaseApp {
  readonly courses: Courses;
  readonly queue: Queue;
  readonly progress: Progress;
  readonly place: Place;
  readonly study: Study;
  readonly lessons: Lessons;
  readonly files: Files;
  readonly termDialog: TermDialog;
  readonly alertHistory: AlertHistory<MessageId>;
  readonly tabs: Pick<Tabs, "subscribe">;
  /** How often the content has been replaced since the person signed in. */
  contentVersion(): number;
  schoolToday(): Day<"school">;
}
