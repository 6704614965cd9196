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
import type { Result } from "../../../lib/result.ts";
import type { Send, SendForBytes } from "../../../transport/transport.ts";

/* Each is null if it could not be fetched. */

const valueIn = <Value>(answer: Result<Value, unknown>): Value | null =>
  answer.ok ? answer.value : null;

/** What students read of a lesson or an instruction. */
export const fetchBody = async (send: Send, path: string) =>
  valueIn(await send(getLessonText, { query: { path } }))?.body ?? null;

/** A lesson or an instruction as students see it once what is saved is published. */
export const fetchShownText = async (send: Send, path: string) => {
  const saved = await send(getLessonText, { query: { path } });
  if (!saved.ok) return null;
  const { fields, body } = saved.value;
  return valueIn(await send(postLessonPreview, { body: { path, fields: [...fields], body } }));
};

/** All that a text has been, the latest first. */
export const fetchHistory = async (send: Send, path: string) =>
  valueIn(await send(getTextHistory, { query: { path } }))?.versions ?? null;

/** What changed from one text in a history to another, by their checksums. */
export const fetchDifference = async (send: Send, path: string, from: string, to: string) =>
  valueIn(await send(getTextDifference, { query: { path, from, to } }))?.lines ?? null;

/** A picture or a PDF. */
export const fetchShownFile = async (
  sendForBytes: SendForBytes,
  product: string,
  name: string,
  folder: SourceFolder = "assets",
) => valueIn(await sendForBytes(getSourcePicture, { query: { product, name, folder } }));

/** The address of a picture in this page. */
export const fetchPicture = async (sendForBytes: SendForBytes, product: string, name: string) => {
  const found = await fetchShownFile(sendForBytes, product, name);
  return found && URL.createObjectURL(found);
};

/** The terms of the glossary. */
export const fetchTerms = async (send: Send) =>
  valueIn(await send(getEntries, { query: { kind: "term" } }));

/** What a lesson can show for each student's own measurements. */
export const fetchDraftNumbers = async (send: Send, language: string) =>
  valueIn(await send(getDraftNumbers, { query: { language } }));

/** The titles of a product's lessons by key, in a language; empty if they could not be fetched. */
export const fetchLessonTitles = async (
  send: Send,
  product: string,
  language: string,
): Promise<Map<string, string>> => {
  const titles = new Map<string, string>();
  const answer = await send(getSourceTexts);
  for (const { path, titles: given } of answer.ok ? answer.value.texts : []) {
    const place = sourceTextPlace(path);
    if (place?.kind !== "lesson" || place.product !== product) continue;
    titles.set(place.key, textIn(given, "title", language).text || place.key);
  }
  return titles;
};

/** Says that this person has a text open. @returns the others who have */
export const sayReading = async (send: Send, path: string) =>
  valueIn(await send(putReader, { body: { path } }))?.others ?? null;

/** What a translation was made from, and what has changed in that. */
export const fetchTranslation = async (send: Send, path: string) =>
  valueIn(await send(getTranslation, { query: { path } }));

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
