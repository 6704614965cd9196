import { codeAt, PERIOD } from "../server/support/second-factor.ts";
import { SoftAuthenticator } from "../server/support/soft-authenticator.ts";

/**
 * Adds an authenticator app and a passkey to an account of a served school, without a browser.
 * @param school its address, on `localhost`: an IP address has no passkeys
 * @returns the code that the app shows next; the school takes each once
 * @throws when the school refuses something
 */
export const addSecondFactor = async (
  school: string,
  { username, password }: Record<"username" | "password", string>,
): Promise<() => string> => {
  const send = async (path: string, body: object, token = "") => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(`${school}/api/user/${path}`, request);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return answer.json();
  };
  const { token } = await send("login", { username, password, sessionId: null });
  const own = (path: string, body: object) => send(`second-factor/${path}`, body, token);
  const made = await own("passkeys/begin", { proof: password });
  const device = new SoftAuthenticator(made.options.rp.id);
  const passkey = device.register({ origin: school, challenge: made.options.challenge });
  await own("passkeys", { challenge: made.challenge, name: "Blue laptop", passkey });
  const { challenge, secret } = await own("totp/begin", { proof: password });
  let used = Date.now();
  await own("totp", { challenge, code: codeAt(secret, used) });
  return () => {
    used = Math.max(used + PERIOD, Date.now());
    return codeAt(secret, used);
  };
};
