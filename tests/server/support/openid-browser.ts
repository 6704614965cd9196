import { type Answer, type Asking, send } from "./client.ts";

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
        ? await this.redirectOf(address, {
            method: "POST",
            headers: { "Content-Type": "application/x-www-form-urlencoded" },
            body: new URLSearchParams({ prompt: "login", login: name, password: "x" }).toString(),
          })
        : await this.redirectOf(address);
    }
    return address;
  }
}
