/**
 * Waits for queries that were begun at once: PostgreSQL gets them in one go, and runs those of a
 * transaction in their order. When one fails, it waits for the others too, so that none is left for
 * the time after the transaction.
 * @throws the first error
 */
export const together = async <Values extends readonly unknown[]>(
  ...queries: { [At in keyof Values]: Promise<Values[At]> }
): Promise<Values> => {
  const results = await Promise.allSettled(queries);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as never;
};
