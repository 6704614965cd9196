/**
 * Like `Promise.all` for queries that have begun, but waits for all of them when one fails, so that
 * none is left running after the transaction. PostgreSQL receives them at once, and runs those of a
 * transaction in order.
 * @throws the first error
 */
export const waitForAll = async <Values extends readonly unknown[]>(
  ...queries: { [At in keyof Values]: Promise<Values[At]> }
): Promise<Values> => {
  const results = await Promise.allSettled(queries);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as never;
};
