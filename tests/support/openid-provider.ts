/// <reference path="./oidc-provider.d.ts" />
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Context } from "oidc-provider";

/** What the provider says about a person, besides `sub`. */
export type ProvidedClaims = Record<string, unknown>;

export const CLIENT_ID = "learning-space";
export const CLIENT_SECRET = "a secret of the school and its provider";

/** A provider of OpenID Connect on this machine. Its form takes any password. */
export interface TestProvider {
  /** Its address, the settings' issuer. */
  readonly issuer: string;
  /** What it says about each person, by the name with which they sign in. */
  readonly people: Map<string, ProvidedClaims>;
  /** Answers for this school from now on. */
  serve(school: string, isPublic?: boolean): Promise<void>;
  /** Answers in its own way from now on; null: as before. */
  answerWith(listener: RequestListener | null): void;
  close(): Promise<void>;
}

/** In seconds. */
const LIVES = {
  AccessToken: 600,
  AuthorizationCode: 60,
  Grant: 600,
  IdToken: 600,
  Interaction: 600,
  Session: 600,
};

const SCOPE = "openid email profile";

/** The package says at length that keys and pages made for tests are made for tests. */
const quietly = async <Value>(work: () => Value | Promise<Value>): Promise<Value> => {
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  try {
    return await work();
  } finally {
    Object.assign(console, { warn, info });
  }
};

/** Starts a provider, which knows its school once `serve` is called. */
export const startProvider = async (): Promise<TestProvider> => {
  const { default: Provider } = await quietly(() => import("oidc-provider"));
  const people = new Map<string, ProvidedClaims>();
  const listeners = new Map<string, RequestListener>();
  let listener: RequestListener | null = null;
  let instead: RequestListener | null = null;
  const server = createServer((request, response) => (instead ?? listener)?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    people,
    async serve(school, isPublic = false) {
      const known = listeners.get(`${school} ${isPublic}`);
      if (known) {
        listener = known;
        return;
      }
      const provider = await quietly(
        () =>
          new Provider(issuer, {
            clients: [
              {
                client_id: CLIENT_ID,
                ...(isPublic
                  ? { token_endpoint_auth_method: "none" }
                  : { client_secret: CLIENT_SECRET }),
                redirect_uris: [`${school}/api/openid/callback`],
                post_logout_redirect_uris: [`${school}/tls/`],
              },
            ],
            cookies: { keys: ["a key of the provider"] },
            claims: {
              openid: ["sub"],
              email: ["email", "email_verified"],
              profile: ["given_name", "family_name", "preferred_username", "level", "school"],
            },
            findAccount: (_: Context, name: string) => {
              const claims = people.get(name);
              return claims && { accountId: name, claims: () => ({ sub: name, ...claims }) };
            },
            // Nobody is asked whether the school may know their name.
            loadExistingGrant: async ({ oidc }: Context) => {
              const grant = new oidc.provider.Grant({
                clientId: oidc.client.clientId,
                accountId: oidc.session.accountId,
              });
              grant.addOIDCScope(SCOPE);
              await grant.save();
              return grant;
            },
            ttl: LIVES,
            features: { rpInitiatedLogout: { enabled: true } },
          }),
      );
      const answer = provider.callback();
      listeners.set(`${school} ${isPublic}`, answer);
      listener = answer;
    },
    answerWith(given) {
      instead = given;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
