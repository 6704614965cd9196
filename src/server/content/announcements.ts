import type { SentAnnouncement } from "../../contract/announcements.ts";
import { isDay } from "../../domain/is-day.ts";
import { LANGUAGES } from "../../domain/languages.ts";
import type { IdRegister } from "./id-register.ts";
import { readByLanguage } from "./texts-by-language.ts";
import type { YamlField } from "./yaml-field.ts";

const DATE = /^\d{4}-\d\d-\d\d$/;

const readDate = (field: YamlField | null): string => {
  const date = field?.matching(DATE, "a date such as 2026-03-31") ?? "";
  if (date === "" || isDay(date)) return date;
  field?.say(`"${date}" is not a valid date.`);
  return "";
};

/** Reads a school's announcements and the days on which they are shown. */
export const readAnnouncements = (field: YamlField | null, ids: IdRegister): SentAnnouncement[] =>
  (field?.list() ?? []).map((item) => {
    const fields = item.fields(["id", "from", "to", ...LANGUAGES]);
    const [idField, toField] = [fields.need("id"), fields.need("to")];
    const id = idField?.count() ?? 0;
    if (idField && id > 0) ids.claim(id, "another announcement", idField.say);
    const from = readDate(fields.need("from"));
    const to = readDate(toField);
    if (from && to && to < from) toField?.say('"to" is before "from".');
    const translations = readByLanguage(fields, ["title", "body"]).map((entry) => ({
      language: entry.language,
      title: entry.fields.need("title")?.text() ?? "",
      body: entry.fields.need("body")?.text() ?? "",
    }));
    return { id, from, to, translations };
  });
