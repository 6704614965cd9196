import { getAsset } from "../../../contract/content.ts";
import type { SendForBytes } from "../../../transport/transport.ts";

const SIGNATURE = "%PDF-";

/**
 * Fetches a package's printable sheet.
 * @returns null when it does not arrive, or is no PDF: under an address of this page, anything else
 * might run as a part of it
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
