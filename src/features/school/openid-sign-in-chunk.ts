import { lazyChunk } from "../../app-context/chunk.ts";
import type { OpenIdSignInProps } from "./openid-sign-in.tsx";

/**
 * A sign-in that tries a provider. It is with the screens of the desk: the name of a chunk of its own would be in the
 * app's own script, and cost every sign-in 40 bytes.
 */
export const OpenIdSignIn = lazyChunk<OpenIdSignInProps>(async ({ language }) => {
  const { prepare } = await import(/* webpackChunkName: "desk-screens" */ "./openid-sign-in.tsx");
  return prepare(language);
});
