/** Parses an id; null for anything else. Ids are 32-bit integers in the databases. */
export const parseId = (text: string): number | null => {
  if (!/^\d{1,10}$/.test(text)) return null;
  const number = Number(text);
  return number <= 2_147_483_647 ? number : null;
};
