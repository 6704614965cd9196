/**
 * A ticket for files that is renewed once, however many downloads find it refused at the same time.
 * @param request asks for a new one; null if the server gives none
 */
export const createRenewableTicket = (
  first: string | null,
  request: () => Promise<string | null>,
) => {
  let ticket = first;
  let renewing: Promise<void> | null = null;
  return {
    /** Null: the headers are used. */
    current: () => ticket,
    isRenewing: () => renewing !== null,
    /** Replaces a ticket that was refused, unless that has been done. */
    renew(refused: string): Promise<void> {
      if (refused !== ticket) return Promise.resolve();
      renewing ??= request().then((renewed) => {
        // With the same ticket, or none, the headers are used.
        ticket = renewed === refused ? null : renewed;
        renewing = null;
      });
      return renewing;
    },
  };
};
