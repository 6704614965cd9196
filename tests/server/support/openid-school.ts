import { afterAll, afterEach, expect } from "vitest";
import type { OpenIdSettings } from "../../../src/server/accounts/openid/openid-settings.ts";
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type ProvidedClaims,
  startProvider,
  type TestProvider,
} from "../../support/openid-provider.ts";
import type { Answer } from "./client.ts";
import { fragmentOf, newSecret, OpenIdBrowser } from "./openid-browser.ts";
import { NOON, openSchool, type Person, type TestSchool } from "./test-school.ts";

export const settingsOf = ({ issuer }: TestProvider): OpenIdSettings => ({
  issuer,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  name: "Thimble accounts",
  scopes: "openid email profile",
  creates: false,
  levelClaim: "level",
  coursesClaim: "school.courses",
  courseDates: { months: 6 },
});

/** What the provider says of a person of the school. */
export const verified = ({ email }: Person, more: ProvidedClaims = {}): ProvidedClaims => ({
  email: email.toUpperCase(),
  email_verified: true,
  ...more,
});

interface Way {
  /** Where the app goes on; absent: at the school. */
  back?: string;
  /** Whether the provider takes the school without a secret. */
  isPublic?: boolean;
}

/** A school and its provider for the tests of a suite. The school's clock is set anew after each. */
export class OpenIdSchool {
  provider!: TestProvider;
  readonly school: TestSchool;

  constructor() {
    afterAll(() => this.provider.close());
    this.school = openSchool.shared(async () => {
      this.provider = await startProvider();
      return { openId: this.settings };
    });
    afterEach(() => {
      this.school.now = NOON;
    });
  }

  get settings(): OpenIdSettings {
    return settingsOf(this.provider);
  }

  /** Signs in at the provider. @returns the browser, and the address that it is led back to */
  async atProvider(name: string, claims: ProvidedClaims, at = this.school, way: Way = {}) {
    this.provider.people.set(name, claims);
    await this.provider.serve(at.url, way.isPublic);
    const browser = new OpenIdBrowser();
    const { secret, challenge } = newSecret();
    const form = await browser.start(at, challenge, way.back);
    return { browser, secret, form, callback: await browser.signIn(form, name) };
  }

  /** Exchanges secret and code for a session. */
  exchange(json: object, at = this.school): Promise<Answer> {
    return at.call("/openid/session", { json });
  }

  /** Goes the whole way. @returns the person and the token, or why the school has refused */
  async signIn(name: string, claims: ProvidedClaims, at = this.school, way: Way = {}) {
    const { browser, secret, callback } = await this.atProvider(name, claims, at, way);
    const page = await browser.redirectOf(callback);
    const { "openid-code": code, "openid-error": error } = fragmentOf(page);
    if (code === undefined) return { page, error, user: null, token: "" };
    const answer = await this.exchange({ secret, code, sessionId: "tab-1" }, at);
    expect(answer.status, answer.text).toBe(200);
    const { user, token } = answer.json.session;
    return { page, code, user, token: token as string };
  }
}
