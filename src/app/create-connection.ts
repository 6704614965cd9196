import { createAlerts } from "../core/alerts.ts";
import { backOnlineAlert } from "../core/failure-alerts.ts";
import { createNetwork } from "../core/network.ts";
import type { Session } from "../core/session.ts";
import type { MessageId } from "../i18n/message-id.ts";
import type { Machine } from "../platform/ports.ts";
import { createTransport } from "../transport/transport.ts";

export interface ConnectionOptions {
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
