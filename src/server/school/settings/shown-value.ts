/** Settings that are secrets as a whole. */
const SECRETS: ReadonlySet<string> = new Set([
  "OPENID_CLIENT_SECRET",
  "METRICS_TOKEN",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
]);
/** Addresses that may contain a password. */
const ADDRESSES: ReadonlySet<string> = new Set(["SMTP_URL", "DATABASE_URL"]);
/** Names under which a password may stand in the query of such an address. */
const PASSWORDS = ["pass", "password"];

/** A setting as others may see it. */
export interface ShownValue {
  /** Without what is secret. */
  readonly value: string;
  /** Whether there is something secret. */
  readonly hasSecret: boolean;
}

const withoutPassword = (address: string): ShownValue => {
  const url = URL.parse(address);
  if (!url) return { value: "", hasSecret: true };
  const secrets = [url.password, ...PASSWORDS.map((name) => url.searchParams.get(name) ?? "")];
  if (secrets.every((secret) => secret === "")) return { value: address, hasSecret: false };
  url.password = "";
  for (const name of PASSWORDS) url.searchParams.delete(name);
  return { value: url.href, hasSecret: true };
};

/** The value of a setting without what is secret in it. */
export const shownValue = (name: string, value: string): ShownValue => {
  if (SECRETS.has(name)) return { value: "", hasSecret: value !== "" };
  return ADDRESSES.has(name) ? withoutPassword(value) : { value, hasSecret: false };
};

/** The address with a password; the same address if the password is empty. */
export const withPassword = (address: string, password: string): string => {
  const url = URL.parse(address);
  if (!url || password === "") return address;
  url.password = encodeURIComponent(password);
  return url.href;
};

/** The password of an address; empty if there is none. */
export const passwordOf = (address: string): string => {
  const password = URL.parse(address)?.password ?? "";
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
};

/**
 * Whether two addresses lead to the same account of the same server in the same way, so that the password of
 * one may be sent to the other. The options say whether the line is encrypted and whose certificate is taken.
 */
export const isSameAccount = (one: string, other: string): boolean => {
  const parts = [one, other].map((address) => {
    const { protocol, host, username, searchParams } = URL.parse(address) ?? {};
    for (const name of PASSWORDS) searchParams?.delete(name);
    searchParams?.sort();
    return JSON.stringify([protocol, host, username, String(searchParams)]);
  });
  return parts[0] === parts[1];
};
