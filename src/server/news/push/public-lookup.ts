import { lookup } from "node:dns";
import { BlockList, isIPv4, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";

/** A name leads to an address that is not one of the internet, or is the school's own. */
export class ForbiddenAddressError extends Error {
  override name = "ForbiddenAddressError";
}

/** What is no address of a machine on the internet: RFC 6890 and its registry. */
const NOT_PUBLIC = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // Teredo and others that lead to somewhere else, 6to4, documentation.
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
] as const;

/** All of IPv6 that is given out; everything else is local, mapped or for tests. */
const GIVEN_OUT = ["2000::", 3] as const;

const add = (list: BlockList, range: string): void => {
  const [address = "", bits] = range.split("/");
  list.addSubnet(address, Number(bits), isIPv4(address) ? "ipv4" : "ipv6");
};

const notPublic = new BlockList();
for (const range of NOT_PUBLIC) add(notPublic, range);
const givenOut = new BlockList();
givenOut.addSubnet(...GIVEN_OUT, "ipv6");

const ownNetworks = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).flatMap(({ cidr }) => cidr ?? []),
  );

/**
 * Whether an address is one of the internet, and not of a network that this machine is in.
 * @param own the networks of this machine
 */
export const isPublicAddress = (
  address: string,
  own: readonly string[] = ownNetworks(),
): boolean => {
  const family = isIPv4(address) ? "ipv4" : "ipv6";
  if (family === "ipv6" && !givenOut.check(address, family)) return false;
  if (notPublic.check(address, family)) return false;
  const ours = new BlockList();
  for (const range of own) add(ours, range);
  return !ours.check(address, family);
};

/**
 * Finds the addresses of a name for a connection, as `dns.lookup` does, and refuses a name of which one
 * is not public. The connection goes to what was checked: a name that changes gains nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address))) {
      return callback(new ForbiddenAddressError("The address is not public"), []);
    }
    const [first] = found;
    return options.all
      ? callback(null, found)
      : callback(null, first?.address ?? "", first?.family);
  });
