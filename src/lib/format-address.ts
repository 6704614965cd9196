/** The address of a call, before its parameters are filled in. */
export interface Address {
  readonly path: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

export const formatAddress = ({ path, params = {}, query = {} }: Address): string => {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  // URLSearchParams converts numbers to text.
  return given.length > 0
    ? `${filled}?${new URLSearchParams(given as [string, string][])}`
    : filled;
};
