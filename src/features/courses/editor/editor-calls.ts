import {
  getSourcePicture,
  getSourceText,
  getSourceTexts,
  getTextDifference,
  getTextHistory,
} from "../../../contract/staff-editor.ts";
import type { Id } from "../../../contract/wire.ts";
import type { Send, SendForBytes } from "../../../transport/transport.ts";

/** A text as it is, or as it was in a version; null if it could not be fetched. */
export const fetchText = async (send: Send, path: string, version?: Id): Promise<string | null> => {
  const query = version === undefined ? { path } : { path, version };
  const answer = await send(getSourceText, { query });
  return answer.ok ? answer.value.text : null;
};

/** The versions in which a text has changed, the latest first; null if they could not be fetched. */
export const fetchHistory = async (send: Send, path: string) => {
  const answer = await send(getTextHistory, { query: { path } });
  return answer.ok ? answer.value.versions : null;
};

/** What changed between two versions of a text; null if it could not be fetched. */
export const fetchDifference = async (send: Send, path: string, from: Id, to: Id) => {
  const answer = await send(getTextDifference, { query: { path, from, to } });
  return answer.ok ? answer.value.lines : null;
};

/** The address of a picture in this page; null if the folder does not have it. */
export const fetchPicture = async (
  sendForBytes: SendForBytes,
  product: string,
  name: string,
): Promise<string | null> => {
  const answer = await sendForBytes(getSourcePicture, { query: { product, name } });
  return answer.ok ? URL.createObjectURL(answer.value) : null;
};

/** The texts that can be edited; null if they could not be fetched. */
export const fetchTexts = async (send: Send) => {
  const answer = await send(getSourceTexts);
  return answer.ok ? answer.value.texts : null;
};
