import { putNewsLocale } from "../contract/news-locale.ts";
import type { Id } from "../contract/wire.ts";
import type { KeyValue } from "../platform/ports.ts";
import { statusOf } from "../transport/call-failure.ts";
import type { Send } from "../transport/transport.ts";

/**
 * Tells the school the person's language and time zone, which its mails follow: once, and after a change.
 * Another school is not asked again.
 */
export const createNewsLocale =
  (send: Send, storage: KeyValue, personId: Id) =>
  async (language: string, zone: string): Promise<void> => {
    const key = `news-place.v1/${personId}`;
    const locale = `${language} ${zone}`;
    if (storage.get(key) === locale) return;
    const answer = await send(putNewsLocale, { body: { language, zone, week_start: null } });
    if (answer.ok || statusOf(answer.failure) === 404) storage.set(key, locale);
  };
