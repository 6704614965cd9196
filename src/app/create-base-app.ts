import type { BaseApp, Desktop } from "../app-context/app.ts";
import { createAlerts } from "../core/alerts.ts";
import { backOnlineAlert } from "../core/failure-messages/connection.ts";
import { sessionEndAlerts } from "../core/failure-messages/session.ts";
import { createLanguage, type LoadMessages } from "../core/language.ts";
import { createNetwork } from "../core/network.ts";
import { createOrganisationService } from "../core/organisation.ts";
import {
  createSession,
  type Session,
  type SessionEnd,
  type SessionOptions,
} from "../core/session.ts";
import type { MessageId } from "../i18n/message-id.ts";
import type { Machine } from "../platform/ports.ts";
import { createTransport, type Transport } from "../transport/transport.ts";

export interface BaseAppOptions {
  machine: Machine;
  /** Base address of the calls, without a slash at its end. */
  fileServer: string;
  loadMessages: LoadMessages;
  onLanguage: (language: string, direction: "ltr" | "rtl") => void;
  organisation: { id: number; name: string };
  singleLogin: boolean;
  /** As of a session's options. */
  hasSessionId?: boolean;
  /** How people get in; absent: they sign in at the school. */
  createSession?: (options: SessionOptions) => Session;
  /** Where content comes from and what happens to writes; absent: both use the school directly. */
  answer?: (school: Transport, session: () => Session) => Transport;
  /** As of the queue's options. */
  optimistic?: boolean;
  /** The token used in a build without sign-in. */
  license?: () => string | null;
  /** The services of a desktop build; absent in a browser. */
  desktop?: Desktop;
  fetch?: typeof fetch;
}

/**
 * Creates the services that there are before anybody has signed in. Construction does no work: their
 * `boot` starts things.
 */
export const createBaseApp = (options: BaseAppOptions): BaseApp => {
  const { machine } = options;
  const alerts = createAlerts<MessageId>();
  const network = createNetwork(machine.connectivity, () => alerts.show(backOnlineAlert));
  const school = createTransport({
    base: options.fileServer,
    token: () => session.state.token,
    license: options.license,
    onUnauthorized: () => session.onUnauthorized(),
    onReach: network.reached,
    fetch: options.fetch,
  });
  const transport: Transport = options.answer?.(school, () => session) ?? school;
  const endListeners = new Set<(why: SessionEnd) => void>();
  const session: Session = (options.createSession ?? createSession)({
    machine,
    send: transport.send,
    singleLogin: options.singleLogin,
    hasId: options.hasSessionId,
    onEnd(why) {
      for (const listener of endListeners) listener(why);
      const alert = sessionEndAlerts[why];
      if (alert) alerts.show(alert);
    },
  });
  const language = createLanguage({
    storage: machine.storage,
    load: options.loadMessages,
    onChange: (code) => options.onLanguage(code, language.state.direction),
  });
  const organisation = createOrganisationService({
    send: transport.send,
    storage: machine.storage,
    defaultId: options.organisation.id,
    defaultName: options.organisation.name,
  });

  return {
    machine,
    optimistic: options.optimistic ?? false,
    alerts,
    network,
    school,
    transport,
    session,
    language,
    organisation,
    desktop: options.desktop ?? null,
    onSessionEnd(listener) {
      endListeners.add(listener);
      return () => void endListeners.delete(listener);
    },
  };
};
