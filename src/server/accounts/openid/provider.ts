import * as client from "openid-client";
import * as v from "valibot";
import type { SentAnswer } from "../../../contract/call.ts";
import type { OpenIdError } from "../../../contract/openid.ts";
import type { tryOpenId } from "../../../contract/staff-openid.ts";
import { Result } from "../../../lib/result.ts";
import type { Log } from "../../log.ts";
import type { OpenIdSettings } from "./openid-settings.ts";
import { detailOf, isUnavailable, toLog } from "./provider-failures.ts";

const TIMEOUT_SECONDS = 8;
const DISCOVERY_CACHED_MS = 3_600_000;

/** The limit of OpenID Connect. PostgreSQL cannot index very long values. */
const MAX_SUBJECT_LENGTH = 255;

/** The random values that protect one sign-in. */
interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person as the provider describes them. Only `subject` has been decoded. */
export interface ProvidedPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Signs the person out at the provider. */
  readonly idToken: string;
}

/** Why the school or the provider has refused a sign-in. */
export interface Refusal {
  readonly why: OpenIdError;
  /** What the provider said, for those who set it up. */
  readonly detail: string;
}

type TriedStep = SentAnswer<typeof tryOpenId>["steps"][number];

const keySet = v.object({ keys: v.array(v.unknown()) });

/** Sends the client's secret in a way that the provider supports. */
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

/**
 * The school's OpenID Connect provider. Discovery runs at the first use, so that the school starts
 * without the provider. After a failure it runs again at the next sign-in.
 */
export class Provider {
  readonly settings: OpenIdSettings;
  readonly #log: Log;
  readonly #clock: () => number;
  #discovered: { at: number; configuration: Promise<client.Configuration> } | null = null;

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
  ): Promise<Result<URL, Refusal>> {
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
      return Result.fail({ why: "away", detail: detailOf(reason) });
    }
  }

  /**
   * Verifies the provider's answer and requests the person's claims.
   * @param url the address to which the provider has redirected the browser
   */
  async finish(
    url: URL,
    { state, nonce, verifier }: Checks,
  ): Promise<Result<ProvidedPerson, Refusal>> {
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
        return Result.fail({ why: "invalid", detail: "sub" });
      }
      const { issuer, userinfo_endpoint } = configuration.serverMetadata();
      // Many providers send the mail address only in the user info.
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
      const detail = detailOf(reason);
      if (isUnavailable(reason)) {
        this.#log.error("openid provider does not answer", toLog(reason));
        return Result.fail({ why: "away", detail });
      }
      if (
        reason instanceof client.AuthorizationResponseError &&
        reason.error !== "invalid_request"
      ) {
        this.#log.info("openid sign-in declined", toLog(reason));
        return Result.fail({ why: "declined", detail });
      }
      this.#log.warn("openid answer refused", toLog(reason));
      return Result.fail({ why: "invalid", detail });
    }
  }

  /**
   * Tries the settings without signing anybody in: reads what the provider says of itself, and sends it a code
   * that it cannot know, which it refuses only once it has accepted the school.
   * @returns what works, up to the first step that does not
   */
  async tryOut(redirectUri: string): Promise<TriedStep[]> {
    const steps: TriedStep[] = [];
    const failed = (step: TriedStep["step"], reason: unknown): TriedStep[] => [
      ...steps,
      { step, works: false, detail: detailOf(reason) },
    ];
    let configuration: client.Configuration;
    try {
      configuration = await this.#configuration();
    } catch (reason) {
      return failed("discovery", reason);
    }
    const { authorization_endpoint = "", jwks_uri = "" } = configuration.serverMetadata();
    const { origin = "" } = URL.parse(authorization_endpoint) ?? {};
    steps.push({ step: "discovery", works: true, detail: origin });
    try {
      const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000);
      const answer = v.parse(
        keySet,
        await (await fetch(jwks_uri, { signal, redirect: "error" })).json(),
      );
      steps.push({ step: "keys", works: true, detail: String(answer.keys.length) });
    } catch (reason) {
      return failed("keys", reason);
    }
    try {
      await client.genericGrantRequest(configuration, "authorization_code", {
        ...{ code: client.randomState(), redirect_uri: redirectUri },
        code_verifier: client.randomPKCECodeVerifier(),
      });
    } catch (reason) {
      const isAccepted =
        reason instanceof client.ResponseBodyError && reason.error === "invalid_grant";
      if (!isAccepted) {
        return failed("client", reason);
      }
    }
    return [...steps, { step: "client", works: true, detail: this.settings.clientId }];
  }

  /**
   * The address at which a browser signs out at the provider; null if there is none or the provider
   * is unavailable.
   * @param back the address to which the provider then redirects
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
    const known = this.#discovered;
    const now = this.#clock();
    if (known && Math.abs(now - known.at) < DISCOVERY_CACHED_MS) return known.configuration;
    const discovered = { at: now, configuration: this.#discover() };
    this.#discovered = discovered;
    discovered.configuration.catch(() => {
      if (this.#discovered === discovered) this.#discovered = null;
    });
    return discovered.configuration;
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
        timeout: TIMEOUT_SECONDS,
        // The settings allow plain HTTP on this machine alone.
        execute: url.protocol === "http:" ? [client.allowInsecureRequests] : [],
      },
    );
  }
}
