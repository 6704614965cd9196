import type { Page } from "playwright/test";

/** Adds a device in Chromium that makes and uses passkeys without asking anybody. */
export const addAuthenticator = async (page: Page) => {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Nobody recognises the person any more, so that no passkey can be used. */
    lose: () => client.send("WebAuthn.clearCredentials", { authenticatorId }),
  };
};
