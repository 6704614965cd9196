import type { BaseApp, DesktopShell } from "../app-context/app.ts";
import { createAlerts } from "../core/alerts.ts";
import { backOnlineAlert, sessionEndAlerts } from "../core/failure-alerts.ts";
import { createLanguage } from "../core/language.ts";
import { createNetwork } from "../core/network.ts";
import { createOrganisationService } from "../core/organisation.ts";
import {
  createSession,
  type Session,
  type SessionEnd,
  type SessionOptions,
} from "../core/session.ts";
import type { LoadMessages } from "../i18n/create-intl.ts";
import type { MessageId } from "../i18n/message-id.ts";
import { entryMessages } from "../i18n/messages/entry.ts";
import type { Machine } from "../platform/ports.ts";
import { createTransport, type Transport } from "../transport/transport.ts";

interface ConnectionOptions {
  machine: Machine;
  /** Base address of the calls, without a slash at its end. */
  fileServer: string;
  fetch?: typeof fetch;
}

/** The session whose token calls carry. It is told when the school answers 401 to that token. */
type Authenticated = Pick<Session, "state" | "onUnauthorized">;

/** Creates the connection to the school. Calls have no token until `authenticate` is called. */
export const createConnection = ({ machine, fileServer, fetch }: ConnectionOptions) => {
  const alerts = createAlerts<MessageId>();
  const network = createNetwork(machine.connectivity, () => alerts.show(backOnlineAlert));
  let session: Authenticated | undefined;
  const school = createTransport({
    base: fileServer,
    token: () => session?.state.token ?? null,
    onUnauthorized: () => session?.onUnauthorized(),
    onReach: network.reached,
    fetch,
  });
  return {
    machine,
    alerts,
    network,
    school,
    /** Sends later calls with the token of a session. */
    authenticate(given: Authenticated): void {
      session = given;
    },
  };
};

export type Connection = ReturnType<typeof createConnection>;

export interface CoreServicesOptions {
  connection: Connection;
  /** The messages that are there from the start; absent: those of the sign-in form. */
  messages?: LoadMessages;
  onLanguage: (language: string, direction: "ltr" | "rtl") => void;
  singleLogin: boolean;
  /** See the options of a session. */
  hasSessionId?: boolean;
  /** Creates the session; absent: people sign in at the school. */
  createSession?: (options: SessionOptions) => Session;
}

/** Creates session and language, and authenticates the connection with the session's token. */
export const createCoreServices = ({ connection, ...options }: CoreServicesOptions) => {
  const { machine, alerts, school } = connection;
  const endListeners = new Set<(why: SessionEnd) => void>();
  const session: Session = (options.createSession ?? createSession)({
    machine,
    send: school.send,
    singleLogin: options.singleLogin,
    hasId: options.hasSessionId,
    onAhead(answers) {
      for (const path in answers) school.prefetch({ path } as never, answers[path]);
    },
    onEnd(why) {
      for (const listener of endListeners) listener(why);
      const alert = sessionEndAlerts[why];
      if (alert) alerts.show(alert);
    },
  });
  connection.authenticate(session);
  const language = createLanguage({
    storage: machine.storage,
    entry: options.messages ?? entryMessages,
    onChange: (code) => options.onLanguage(code, language.state.direction),
  });
  return {
    ...connection,
    session,
    language,
    /** @returns a function that removes the listener */
    onSessionEnd(listener: (why: SessionEnd) => void): () => void {
      endListeners.add(listener);
      return () => void endListeners.delete(listener);
    },
  };
};

export type CoreServices = ReturnType<typeof createCoreServices>;

export interface BaseAppOptions {
  organisation: { id: number; name: string };
  /** Where content comes from and where writes go; absent: the school. */
  transport?: Transport;
  /** See the options of the queue. */
  optimistic?: boolean;
  /** See the options of the courses. */
  closesExpiredCourses: boolean;
  /** The services of a desktop build; absent in a browser. */
  desktop?: DesktopShell;
}

/**
 * Creates the services that exist before anybody has signed in. Construction does no work: their
 * `boot` starts things.
 */
export const createBaseApp = (
  core: CoreServices,
  {
    organisation,
    transport = core.school,
    optimistic = false,
    closesExpiredCourses,
    desktop,
  }: BaseAppOptions,
): BaseApp => ({
  ...core,
  optimistic,
  closesExpiredCourses,
  transport,
  organisation: createOrganisationService({
    send: transport.send,
    storage: core.machine.storage,
    defaultId: organisation.id,
    defaultName: organisation.name,
    onLanguage: core.language.setSchool,
  }),
  desktop: desktop ?? null,
});
