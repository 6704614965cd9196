import { createHash, randomBytes } from "node:crypto";
import { type Answer, type Asking, send } from "./client.ts";
import type { TestSchool } from "./test-school.ts";

/** What an app makes before it leads to the provider. */
export const newSecret = () => {
  const secret = randomBytes(32).toString("hex");
  return { secret, challenge: createHash("sha256").update(secret).digest("hex") };
};

/** What stands after the `#` of an address. */
export const fragmentOf = (address: string) =>
  Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1)));

/** A browser that keeps cookies, and follows a redirect only when a test says so. */
export class OpenIdBrowser {
  /** By origin and name. */
  readonly cookies: Map<string, Map<string, string>>;

  constructor(cookies = new Map<string, Map<string, string>>()) {
    this.cookies = cookies;
  }

  async open(address: string, asking: Asking = {}): Promise<Answer> {
    const { origin } = new URL(address);
    const jar = this.cookies.get(origin) ?? new Map<string, string>();
    this.cookies.set(origin, jar);
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const answer = await send(address, {
      ...asking,
      headers: { ...asking.headers, ...(cookie && { cookie }) },
    });
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line) || value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  /** Where an address redirects to. */
  async redirectOf(address: string, asking?: Asking): Promise<string> {
    const answer = await this.open(address, asking);
    const { location } = answer.headers;
    if (!location) throw new Error(`${address} answered ${answer.status}: ${answer.text}`);
    return new URL(location, address).href;
  }

  /** Begins to sign in at a school. @returns the address that it leads to */
  start(
    at: TestSchool,
    challenge = newSecret().challenge,
    back = `${at.url}/tls/authorization?next=%2Fprogress`,
  ): Promise<string> {
    const query = new URLSearchParams({ challenge, back, language: "he" });
    return this.redirectOf(`${at.url}/api/openid/start?${query}`);
  }

  /**
   * Fills in the provider's form.
   * @param form the address that the school leads to
   * @returns the address that the provider leads back to
   */
  async signIn(form: string, name: string): Promise<string> {
    const { origin } = new URL(form);
    let address = await this.redirectOf(form);
    while (address.startsWith(origin)) {
      address = /\/interaction\//.test(address)
        ? await this.redirectOf(address, { form: { prompt: "login", login: name, password: "x" } })
        : await this.redirectOf(address);
    }
    return address;
  }
}
