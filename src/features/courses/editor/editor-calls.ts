import {
  getSourcePicture,
  getSourceTexts,
  getTextDifference,
  getTextHistory,
  getTranslation,
  postTranslationRight,
  putReader,
  type SourceFolder,
  type Translation,
} from "../../../contract/staff-editor.ts";
import { getEntries } from "../../../contract/staff-entries.ts";
import {
  getDraftNumbers,
  getLessonText,
  postLessonPreview,
} from "../../../contract/staff-lesson.ts";
import { sourceTextPlace } from "../../../domain/source-text.ts";
import { textIn } from "../../../domain/translated.ts";
import type { Send, SendForBytes } from "../../../transport/transport.ts";

/** What students read of a lesson or an instruction; null if it could not be fetched. */
export const fetchBody = async (send: Send, path: string): Promise<string | null> => {
  const answer = await send(getLessonText, { query: { path } });
  return answer.ok ? answer.value.body : null;
};

/** A lesson or an instruction as students see it once what is saved is published; null if it could not be fetched. */
export const fetchShownText = async (send: Send, path: string) => {
  const saved = await send(getLessonText, { query: { path } });
  if (!saved.ok) return null;
  const { fields, body } = saved.value;
  const answer = await send(postLessonPreview, { body: { path, fields: [...fields], body } });
  return answer.ok ? answer.value : null;
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

/** A picture or a PDF; null if the folder does not have it. */
export const fetchShownFile = async (
  sendForBytes: SendForBytes,
  product: string,
  name: string,
  folder: SourceFolder = "assets",
): Promise<Blob | null> => {
  const answer = await sendForBytes(getSourcePicture, { query: { product, name, folder } });
  return answer.ok ? answer.value : null;
};

/** The address of a picture in this page; null if the assets of the product do not have it. */
export const fetchPicture = async (
  sendForBytes: SendForBytes,
  product: string,
  name: string,
): Promise<string | null> => {
  const found = await fetchShownFile(sendForBytes, product, name);
  return found && URL.createObjectURL(found);
};

/** The texts that can be edited; null if they could not be fetched. */
const fetchTexts = async (send: Send) => {
  const answer = await send(getSourceTexts);
  return answer.ok ? answer.value.texts : null;
};

/** The terms of the glossary; null if they could not be fetched. */
export const fetchTerms = async (send: Send) => {
  const answer = await send(getEntries, { query: { kind: "term" } });
  return answer.ok ? answer.value : null;
};

/** What a lesson can show for each student's own measurements; null if it could not be fetched. */
export const fetchDraftNumbers = async (send: Send, language: string) => {
  const answer = await send(getDraftNumbers, { query: { language } });
  return answer.ok ? answer.value : null;
};

/** The titles of a product's lessons by key, in a language; empty if they could not be fetched. */
export const fetchLessonTitles = async (
  send: Send,
  product: string,
  language: string,
): Promise<Map<string, string>> => {
  const titles = new Map<string, string>();
  for (const { path, titles: given } of (await fetchTexts(send)) ?? []) {
    const place = sourceTextPlace(path);
    if (place?.kind !== "lesson" || place.product !== product) continue;
    titles.set(place.key, textIn(given, "title", language).text || place.key);
  }
  return titles;
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
