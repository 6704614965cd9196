/** An id written in digits; null for anything else. Ids fit the databases' 32 bits. */
export const numberIn = (text: string): number | null => {
  if (!/^\d{1,10}$/.test(text)) return null;
  const number = Number(text);
  return number <= 2_147_483_647 ? number : null;
};
