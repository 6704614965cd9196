/** The package has no types of its own; this is what the tests use of it. */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
      provider: Provider;
    };
  }

  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    readonly Grant: new (of: {
      clientId: string;
      accountId: string;
    }) => Grant;
  }

  export type { Context };
}
