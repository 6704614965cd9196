import { expect, test } from "vitest";
import { clientAddress, networksOf } from "../../../src/server/client-address.ts";

test.each([
  [0, "192.0.2.7", "198.51.100.1"],
  [1, undefined, "198.51.100.1"],
  [1, "192.0.2.7", "192.0.2.7"],
  [1, "203.0.113.1, 192.0.2.7", "192.0.2.7"],
  [2, "203.0.113.1, 192.0.2.7, 10.0.0.1", "192.0.2.7"],
  // A client that went round the outer proxy.
  [2, "192.0.2.7", "192.0.2.7"],
  [1, "192.0.2.7:51234", "192.0.2.7"],
  [1, "[2001:db8::7]:51234", "2001:db8::7"],
  [1, "2001:db8::7", "2001:db8::7"],
  [1, "unknown", "198.51.100.1"],
  [1, "", "198.51.100.1"],
  [1, "[2001:db8::7]x", "198.51.100.1"],
  [1, "::ffff:192.0.2.7:51234", "198.51.100.1"],
])("the client behind %i proxies that report %j is %s", (proxies, forwardedFor, address) => {
  expect(clientAddress(proxies, forwardedFor, "198.51.100.1")).toBe(address);
});

test.each([
  ["192.0.2.7", "192.0.2.7", null],
  ["::ffff:192.0.2.7", "192.0.2.7", null],
  ["::ffff:192.0.2.7%eth0", "192.0.2.7", null],
  ["2001:db8::ffff:c000:207", "2001:db8:0:0/56", "2001:db8:0/48"],
  ["::1", "0:0:0:0/56", "0:0:0/48"],
  ["2001:db8:1:2ff::1", "2001:db8:1:200/56", "2001:db8:1/48"],
  ["2001:0DB8:0001:02ab:1:2:3:4", "2001:db8:1:200/56", "2001:db8:1/48"],
  ["2001:db8:1:2:3:ffff:c000:207", "2001:db8:1:0/56", "2001:db8:1/48"],
  ["", "", null],
])("the address %s belongs to the household %s of the site %s", (address, household, site) => {
  expect(networksOf(address)).toEqual({ household, site });
});
