import { getAsset } from "../../../contract/content.ts";
import type { SendForBytes } from "../../../transport/transport.ts";

const SIGNATURE = "%PDF-";

/**
 * Fetches a package's printable sheet.
 * @returns null when it cannot be fetched or is not a PDF. Other types are rejected, because a file
 *   under an address of this page could run as a part of it.
 */
export const fetchPatternSheet = async (
  sendForBytes: SendForBytes,
  product: string,
  title: string,
): Promise<Blob | null> => {
  const answer = await sendForBytes(getAsset, { query: { product, title } });
  if (!answer.ok) return null;
  const beginning = await answer.value.slice(0, SIGNATURE.length).text();
  return beginning === SIGNATURE ? new Blob([answer.value], { type: "application/pdf" }) : null;
};
