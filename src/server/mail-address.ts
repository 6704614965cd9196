import { domainToASCII, domainToUnicode } from "node:url";

/**
 * The domains that are passed to Node. It would convert `school.example/x` and `%73chool.example`
 * to `school.example`, and `10.1` to `10.0.0.1`, so different addresses would become equal.
 */
const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;
const ENDS_IN_NUMBER = /(?:^|[.\u3002\uff0e\uff61])(?:\p{Nd}+|0x[\da-f]*)\.*$/iu;

const convert = (address: string, to: (domain: string) => string): string => {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  if (at === 0 || !DOMAIN.test(domain) || ENDS_IN_NUMBER.test(domain)) return address;
  // It is empty if this is no domain. A full stop at the end, which keyboards add, makes no difference.
  const converted = to(domain).replace(/\.+$/, "");
  return converted === "" ? address : address.slice(0, at) + converted;
};

/** A mail address with its domain as mail servers know it: `anna@münchen.example` becomes `anna@xn--mnchen-3ya.example`. */
export const withAsciiDomain = (address: string): string => convert(address, domainToASCII);

/** A mail address with its domain as people read it. */
export const withUnicodeDomain = (address: string): string => convert(address, domainToUnicode);

/** More than any mail server takes. */
const MAX_ADDRESS = 320;

/**
 * Whether a text that somebody types is a mail address. Mail servers of the internet have a full stop in their
 * names: `anna@school` is a typing error.
 */
export const isMailAddress = (text: string): boolean =>
  isSendable(text) && /@[^.]+(?:\.[^.]+)+\.?$/.test(text.replace(/[\u3002\uff0e\uff61]/g, "."));

/** Whether an address can stand in a mail: one address, without anything that ends its line. */
export const isSendable = (address: string): boolean =>
  address.length <= MAX_ADDRESS &&
  /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u.test(address);
