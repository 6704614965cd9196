import {
  getSourcePicture,
  getSourceText,
  getTextDifference,
  getTextHistory,
  getTranslation,
  postTranslationRight,
  putReader,
  type Translation,
} from "../../../contract/staff-editor.ts";
import type { Send, SendForBytes } from "../../../transport/transport.ts";

/** A text as it is, or as it was, by its checksum; null if it could not be fetched. */
export const fetchText = async (
  send: Send,
  path: string,
  checksum?: string,
): Promise<string | null> => {
  const query = checksum === undefined ? { path } : { path, checksum };
  const answer = await send(getSourceText, { query });
  return answer.ok ? answer.value.text : null;
};

/** All that a text has been, the latest first; null if they could not be fetched. */
export const fetchHistory = async (send: Send, path: string) => {
  const answer = await send(getTextHistory, { query: { path } });
  return answer.ok ? answer.value.versions : null;
};

/** What changed from one text in a history to another, by their checksums; null if it could not be fetched. */
export const fetchDifference = async (send: Send, path: string, from: string, to: string) => {
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

/** Says that this person has a text open. @returns the others who have; null if it could not be asked */
export const sayReading = async (send: Send, path: string): Promise<readonly string[] | null> => {
  const answer = await send(putReader, { body: { path } });
  return answer.ok ? answer.value.others : null;
};

/** What a translation was made from, and what has changed in that; null if it could not be fetched. */
export const fetchTranslation = async (send: Send, path: string): Promise<Translation | null> => {
  const answer = await send(getTranslation, { query: { path } });
  return answer.ok ? answer.value : null;
};

/** Says that a translation fits its original as both are. @returns whether the school has noted it */
export const sayRight = async (
  send: Send,
  path: string,
  { checksum, original_checksum }: Translation,
): Promise<boolean> => {
  if (checksum === null || original_checksum === null) return false;
  const answer = await send(postTranslationRight, { body: { path, checksum, original_checksum } });
  return answer.ok;
};
