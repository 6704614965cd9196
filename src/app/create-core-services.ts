import { sessionEndAlerts } from "../core/failure-alerts.ts";
import { createLanguage } from "../core/language.ts";
import {
  createSession,
  type Session,
  type SessionEnd,
  type SessionOptions,
} from "../core/session.ts";
import type { LoadMessages } from "../i18n/create-intl.ts";
import { entryMessages } from "../i18n/messages/entry.ts";
import type { Connection } from "./create-connection.ts";

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
