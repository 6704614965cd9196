import type { BaseApp } from "../../app-context/app.ts";
import { busySignInAlert } from "../../core/failure-alerts.ts";
import { insideMessages } from "../../i18n/messages/inside.ts";

/** Those who wait for a busy school come back within this time of each other. */
const SPREAD_MS = 2000;

/** Says how long a busy school takes, and waits so long. */
export const waitForSchool = async (
  { alerts, language, machine }: Pick<BaseApp, "alerts" | "language" | "machine">,
  seconds: number,
): Promise<void> => {
  const end = machine.now() + seconds * 1000;
  // The first screen needs these texts, too. If they do not come, the wait has no words.
  const shown = await language.require(insideMessages).then(
    () => alerts.show({ ...busySignInAlert, values: { seconds } }),
    () => 0,
  );
  const spread = (Number.parseInt(machine.randomHex(1), 16) / 0xff) * SPREAD_MS;
  await new Promise((resolve) => setTimeout(resolve, end - machine.now() + spread));
  alerts.dismiss(shown);
};
