import { isDeepStrictEqual } from "node:util";
import { createMutex } from "../../../lib/mutex.ts";
import { AccountLimits } from "../../accounts/account-limits.ts";
import { Provider } from "../../accounts/openid/provider.ts";
import { endSessionsWithoutSecondFactor } from "../../accounts/second-factor/second-factor-rows.ts";
import { openMailer, ReplaceableMailer } from "../../mailer.ts";
import { MAILS_AT_ONCE } from "../../news/news-teller.ts";
import { LINK_MAILS_AT_ONCE } from "../../people/link-mailer.ts";
import type { Services } from "../../services.ts";
import { UploadStore } from "../../uploads/upload-store.ts";
import { type Environment, uploadsDirOf } from "./environment.ts";
import { LiveSettings } from "./live-settings.ts";

interface Opening extends Pick<Services, "database" | "store" | "tokens" | "log" | "clock"> {
  readonly environment: Environment;
}

/** The parts of a server that its settings configure, and that change when administrators change these. */
export class ConfiguredParts {
  readonly settings: LiveSettings;
  readonly uploads: UploadStore;
  readonly limits: AccountLimits;
  readonly mailer: ReplaceableMailer;
  /** For news alone, with connections of its own. */
  readonly newsMailer: ReplaceableMailer;
  /** For links to choose a password alone. */
  readonly linkMailer: ReplaceableMailer;
  readonly #opening: Opening;
  readonly #exclusive = createMutex();
  #provider: Provider | null;

  private constructor(opening: Opening, settings: LiveSettings, uploads: UploadStore) {
    const { environment, log, clock } = opening;
    const { limits, smtpUrl } = settings.current;
    const mailerWith = (connections?: number) =>
      new ReplaceableMailer(
        (url) => openMailer(url, environment.dataDir, log, connections),
        smtpUrl,
      );
    this.#opening = opening;
    this.settings = settings;
    this.uploads = uploads;
    this.limits = new AccountLimits(limits, clock);
    this.mailer = mailerWith();
    this.newsMailer = mailerWith(MAILS_AT_ONCE);
    this.linkMailer = mailerWith(LINK_MAILS_AT_ONCE);
    this.#provider = this.#openProvider();
  }

  /** @throws the database's error, or the disk's error when nothing can be stored */
  static async open(opening: Opening): Promise<ConfiguredParts> {
    const { environment, database, store } = opening;
    const settings = await LiveSettings.open(database, environment);
    const { uploadsReserve, requiresSecondFactor } = settings.current;
    const uploads = await UploadStore.open(
      { folder: uploadsDirOf(environment), dataDir: environment.dataDir },
      store,
      uploadsReserve,
    );
    if (requiresSecondFactor) await endSessionsWithoutSecondFactor(database);
    return new ConfiguredParts(opening, settings, uploads);
  }

  /** The provider of the school's own accounts; null if people sign in only with passwords. */
  get provider(): Provider | null {
    return this.#provider;
  }

  #openProvider(): Provider | null {
    const { log, clock } = this.#opening;
    const { openId } = this.settings.current;
    return openId ? new Provider(openId, log, clock) : null;
  }

  /** Uses the settings that are stored now. Those that have not changed interrupt nothing. */
  refresh(): Promise<void> {
    // One after the other: an earlier one that takes longer would put back what it has read.
    return this.#exclusive("refresh", () => this.#refresh());
  }

  async #refresh(): Promise<void> {
    const { database, tokens, log } = this.#opening;
    const before = this.settings.current;
    if (!(await this.settings.refresh())) return;
    const now = this.settings.current;
    if (now.smtpUrl !== before.smtpUrl) {
      for (const mailer of this.#mailers) mailer.replace(now.smtpUrl);
    }
    this.limits.use(now.limits);
    this.uploads.setReserve(now.uploadsReserve);
    if (!isDeepStrictEqual(now.openId, before.openId)) this.#provider = this.#openProvider();
    // Somebody may have signed in at this server before it knew.
    if (now.requiresSecondFactor && !before.requiresSecondFactor) {
      await endSessionsWithoutSecondFactor(database);
      tokens.forgetAll();
    }
    log.info("The settings have changed");
  }

  get #mailers(): readonly ReplaceableMailer[] {
    return [this.mailer, this.newsMailer, this.linkMailer];
  }

  close(): void {
    for (const mailer of this.#mailers) mailer.close();
  }
}
