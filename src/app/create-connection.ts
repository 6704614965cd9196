import { createAlerts } from "../core/alerts.ts";
import { backOnlineAlert } from "../core/failure-messages/connection.ts";
import { createNetwork } from "../core/network.ts";
import type { MessageId } from "../i18n/message-id.ts";
import type { Machine } from "../platform/ports.ts";
import { createTransport } from "../transport/transport.ts";

export interface ConnectionOptions {
  machine: Machine;
  /** Base address of the calls, without a slash at its end. */
  fileServer: string;
  fetch?: typeof fetch;
}

/** How calls to the school are authenticated. */
export interface Credentials {
  token: () => string | null;
  /** Called when the school answers 401 to the present token. */
  onUnauthorized: () => void;
}

/** Creates the connection to the school. Calls have no token until `authenticate` is called. */
export const createConnection = ({ machine, fileServer, fetch }: ConnectionOptions) => {
  const alerts = createAlerts<MessageId>();
  const network = createNetwork(machine.connectivity, () => alerts.show(backOnlineAlert));
  let credentials: Credentials | null = null;
  const school = createTransport({
    base: fileServer,
    token: () => credentials?.token() ?? null,
    onUnauthorized: () => credentials?.onUnauthorized(),
    onReach: network.reached,
    fetch,
  });
  return {
    machine,
    alerts,
    network,
    school,
    /** Sets the credentials of later calls. */
    authenticate(given: Credentials): void {
      credentials = given;
    },
  };
};

export type Connection = ReturnType<typeof createConnection>;
