import type { BaseApp } from "../app-context/app.ts";
import { busyAlert } from "../core/failure-alerts.ts";
import { createRetries } from "../transport/retry-refused.ts";
import type { Transport } from "../transport/transport.ts";

/** Sends calls again that a busy school has refused for now, and says so when it takes longer. */
export const withRetries = (base: BaseApp): BaseApp => {
  const retrying = createRetries({
    random: () => Number.parseInt(base.machine.randomHex(2), 16) / 0xffff,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    onBusy: () => base.alerts.show(busyAlert),
  });
  const patient = (transport: Transport): Transport => ({
    ...transport,
    send: retrying(transport.send),
    sendForBytes: retrying(transport.sendForBytes),
  });
  return { ...base, school: patient(base.school), transport: patient(base.transport) };
};
