import { isDeepStrictEqual } from "node:util";
import { createMutex } from "../../../lib/mutex.ts";
import { AccountLimits } from "../../accounts/account-limits.ts";
import { Provider } from "../../accounts/openid/provider.ts";
import { endSessionsOfStaff } from "../../accounts/second-factor/second-factor-rows.ts";
import { openMailer, ReplaceableMailer } from "../../mailer.ts";
import { MAILS_AT_ONCE } from "../../news/news-teller.ts";
import { LINK_MAILS_AT_ONCE } from "../../people/link-mailer.ts";
import type { Services } from "../../services.ts";
import { UploadStore } from "../../uploads/upload-store.ts";
import { type Environment, uploadsDirOf } from "./environment.ts";
import { openLiveSettings } from "./live-settings.ts";

interface Opening extends Pick<Services, "database" | "store" | "tokens" | "log" | "clock"> {
  readonly environment: Environment;
}

/**
 * Opens the parts of a server that its settings configure, and that change when administrators change these.
 * @throws the database's error, or the disk's error when nothing can be stored
 */
export const openConfiguredParts = async (opening: Opening) => {
  const { environment, database, store, tokens, log, clock } = opening;
  const settings = await openLiveSettings(database.read, environment);
  const { uploadsReserve, requiresSecondFactor, smtpUrl } = settings.current;
  const uploads = await UploadStore.open(
    { folder: uploadsDirOf(environment), dataDir: environment.dataDir },
    store,
    uploadsReserve,
  );
  if (requiresSecondFactor) await database.write(endSessionsOfStaff);
  const limits = new AccountLimits(settings.current.limits, clock);

  const mailerWith = (connections?: number) =>
    new ReplaceableMailer((url) => openMailer(url, environment.dataDir, log, connections), smtpUrl);
  const mailers = {
    mailer: mailerWith(),
    /** For news alone, with connections of its own. */
    newsMailer: mailerWith(MAILS_AT_ONCE),
    /** For links to choose a password alone. */
    linkMailer: mailerWith(LINK_MAILS_AT_ONCE),
  };

  const openProvider = (): Provider | null => {
    const { openId } = settings.current;
    return openId ? new Provider(openId, log, clock) : null;
  };
  let provider = openProvider();

  const refresh = async (): Promise<void> => {
    const before = settings.current;
    if (!(await settings.refresh())) return;
    const now = settings.current;
    if (now.smtpUrl !== before.smtpUrl) {
      for (const mailer of Object.values(mailers)) mailer.replace(now.smtpUrl);
    }
    limits.use(now.limits);
    uploads.setReserve(now.uploadsReserve);
    if (!isDeepStrictEqual(now.openId, before.openId)) provider = openProvider();
    // Somebody may have signed in at this server before it knew.
    if (now.requiresSecondFactor && !before.requiresSecondFactor) {
      await database.write(endSessionsOfStaff);
      tokens.forgetAll();
    }
    log.info("The settings have changed");
  };
  const exclusive = createMutex();

  return {
    ...{ settings, uploads, limits, ...mailers },
    /** The provider of the school's own accounts; null if people sign in only with passwords. */
    get provider() {
      return provider;
    },
    /**
     * Uses the settings that are stored now. Those that have not changed interrupt nothing. One after the other: an
     * earlier one that takes longer would put back what it has read.
     */
    refresh: () => exclusive("refresh", refresh),
    close: () => {
      for (const mailer of Object.values(mailers)) mailer.close();
    },
  };
};
