/**
 * The key under which attempts from an address are counted. The IPv6 addresses of a household share
 * their first half.
 */
export const networkKey = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const first = head.split(":").filter(Boolean);
  const last = tail?.split(":").filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<string>(zeros).fill("0"), ...last].slice(0, 4).join(":");
};
