/**
 * The origin of a site as a browser writes it, such as `https://school.example`.
 * @param address with or without a slash at its end
 * @returns null for anything but the address of a whole site
 */
export const siteOrigin = (address: string): string | null => {
  const given = address.trim().replace(/\/+$/, "");
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  // An asterisk would allow many sites in a policy. Upper case and an explicit default port are
  // accepted.
  const isOne = !url.hostname.includes("*") && url.href === `${url.origin}/`;
  // A `;` or `,` would end the policy or the header in which the site stands.
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(url.hostname)) return null;
  // No domain is longer, and PostgreSQL could not index it.
  if (url.hostname.length > 253) return null;
  return isOne ? url.origin : null;
};
