import * as client from "openid-client";
import type { OpenIdError } from "../../../contract/openid.ts";
import { Result } from "../../../lib/result.ts";
import type { Log } from "../../log.ts";
import type { OpenIdSettings } from "../../openid-settings.ts";

/** How long the provider may take to answer, in seconds. */
const ANSWER_SECONDS = 8;
/** How long a description of the provider counts: it may move its pages. */
const DESCRIBED_MS = 3_600_000;

/** What OpenID Connect allows. PostgreSQL could not index a long one. */
const MAX_SUBJECT_LENGTH = 255;

/** What a sign-in has to bring back. Each has its own. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person as the provider describes them. Nothing but `subject` is decoded yet. */
export interface ProvidedPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Signs the person out at the provider. */
  readonly idToken: string;
}

/** Sends the client's secret as the provider takes it. */
const bySecret = (secret: string): client.ClientAuth => {
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = methods.includes("client_secret_basic") ? basic : post;
    return authenticate(server, ...rest);
  };
};

export const newChecks = (): Checks => ({
  state: client.randomState(),
  nonce: client.randomNonce(),
  verifier: client.randomPKCECodeVerifier(),
});

/** Codes of the library for an answer that did not come, or came from something else. */
const AWAY: ReadonlySet<string> = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
]);

const codeOf = (reason: unknown): string =>
  reason instanceof Error && "code" in reason ? String(reason.code) : "";

/** Whether the provider could not be reached, or does not know the school: nothing a person can mend. */
const isAway = (reason: unknown): boolean =>
  reason instanceof TypeError ||
  AWAY.has(codeOf(reason)) ||
  reason instanceof client.WWWAuthenticateChallengeError ||
  (reason instanceof client.ResponseBodyError &&
    (reason.status >= 500 || reason.error === "invalid_client"));

/** What a log may have: never an address or a body, which can hold tokens. */
const toLog = (reason: unknown): Record<string, string> => ({
  reason: reason instanceof Error ? reason.message : String(reason),
  code: codeOf(reason),
});

/**
 * The school's provider. It is asked to describe itself when that is first needed, so the school starts
 * without it; after a failure the next person's sign-in asks again.
 */
export class Provider {
  readonly settings: OpenIdSettings;
  readonly #log: Log;
  readonly #clock: () => number;
  #described: { at: number; configuration: Promise<client.Configuration> } | null = null;

  constructor(settings: OpenIdSettings, log: Log, clock: () => number) {
    this.settings = settings;
    this.#log = log;
    this.#clock = clock;
  }

  /** The address of the provider's form. */
  async begin(
    redirectUri: string,
    { state, nonce, verifier }: Checks,
    language: string,
  ): Promise<Result<URL, OpenIdError>> {
    try {
      return Result.ok(
        client.buildAuthorizationUrl(await this.#configuration(), {
          redirect_uri: redirectUri,
          scope: this.settings.scopes,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          ui_locales: language,
        }),
      );
    } catch (reason) {
      this.#log.error("openid provider does not answer", toLog(reason));
      return Result.fail("away");
    }
  }

  /**
   * Checks what the provider has sent the browser back with, and asks who the person is.
   * @param url the address that the browser came back to, as the provider knows it
   */
  async finish(
    url: URL,
    { state, nonce, verifier }: Checks,
  ): Promise<Result<ProvidedPerson, OpenIdError>> {
    try {
      const configuration = await this.#configuration();
      const answer = await client.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const token = answer.claims();
      if (!token || !answer.id_token || token.sub.length > MAX_SUBJECT_LENGTH) {
        return Result.fail("invalid");
      }
      const { issuer, userinfo_endpoint } = configuration.serverMetadata();
      // Many providers send the mail address with it alone.
      const more = userinfo_endpoint
        ? await client.fetchUserInfo(configuration, answer.access_token, token.sub)
        : {};
      return Result.ok({
        issuer,
        subject: token.sub,
        claims: { ...more, ...token },
        idToken: answer.id_token,
      });
    } catch (reason) {
      if (isAway(reason)) {
        this.#log.error("openid provider does not answer", toLog(reason));
        return Result.fail("away");
      }
      if (
        reason instanceof client.AuthorizationResponseError &&
        reason.error !== "invalid_request"
      ) {
        this.#log.info("openid sign-in declined", toLog(reason));
        return Result.fail("declined");
      }
      this.#log.warn("openid answer refused", toLog(reason));
      return Result.fail("invalid");
    }
  }

  /**
   * Where a browser signs out at the provider; null where the provider has no such page, or is away.
   * @param back where the provider leads to afterwards
   */
  async signOutAddress(idToken: string, back: string): Promise<string | null> {
    try {
      const configuration = await this.#configuration();
      if (!configuration.serverMetadata().end_session_endpoint) return null;
      return client.buildEndSessionUrl(configuration, {
        id_token_hint: idToken,
        post_logout_redirect_uri: back,
      }).href;
    } catch (reason) {
      this.#log.warn("openid provider does not answer", toLog(reason));
      return null;
    }
  }

  #configuration(): Promise<client.Configuration> {
    const known = this.#described;
    const now = this.#clock();
    if (known && Math.abs(now - known.at) < DESCRIBED_MS) return known.configuration;
    const described = { at: now, configuration: this.#discover() };
    this.#described = described;
    described.configuration.catch(() => {
      if (this.#described === described) this.#described = null;
    });
    return described.configuration;
  }

  #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const url = new URL(issuer);
    return client.discovery(
      url,
      clientId,
      undefined,
      clientSecret === null ? client.None() : bySecret(clientSecret),
      {
        timeout: ANSWER_SECONDS,
        // The settings allow plain HTTP on this machine alone.
        execute: url.protocol === "http:" ? [client.allowInsecureRequests] : [],
      },
    );
  }
}
