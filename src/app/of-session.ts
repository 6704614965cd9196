import type { BaseApp } from "../app-context/app.ts";
import { Result } from "../lib/result.ts";
import type { Transport } from "../transport/transport.ts";

/**
 * The services for the present session alone. What is begun in it may go on after its end, such as a note that
 * waits for the network, or a photo that is still being drawn: it must not be sent in the next person's session,
 * and they must not hear what becomes of it.
 */
export const ofSession = (base: BaseApp): BaseApp => {
  const { session, alerts } = base;
  const { token } = session.state;

  /** The function as long as the session lasts; afterwards one that only returns a value. */
  const duringSession = <Run extends (...given: never[]) => unknown>(
    run: Run,
    afterwards: ReturnType<Run>,
  ): Run =>
    ((...given: never[]) => (session.state.token === token ? run(...given) : afterwards)) as Run;

  const over = Promise.resolve(Result.fail({ kind: "cancelled" } as const));
  const guarded = (transport: Transport): Transport => ({
    ...transport,
    send: duringSession(transport.send, over),
    sendForBytes: duringSession(transport.sendForBytes, over),
    prefetch: duringSession(transport.prefetch, undefined),
  });

  return {
    ...base,
    school: guarded(base.school),
    transport: guarded(base.transport),
    alerts: { ...alerts, show: duringSession(alerts.show, 0) },
  };
};
