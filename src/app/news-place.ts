import { putNewsPlace } from "../contract/news-place.ts";
import type { Id } from "../contract/wire.ts";
import type { KeyValue } from "../platform/ports.ts";
import { statusOf } from "../transport/call-failure.ts";
import type { Send } from "../transport/transport.ts";

/**
 * Tells the school the person's language and time zone, which its mails follow: once, and after a change.
 * Another school is not asked again.
 */
export const createNewsPlace =
  (send: Send, storage: KeyValue, personId: Id) =>
  async (language: string, zone: string): Promise<void> => {
    const key = `news-place.v1/${personId}`;
    const place = `${language} ${zone}`;
    if (storage.get(key) === place) return;
    const answer = await send(putNewsPlace, { body: { language, zone, week_start: null } });
    if (answer.ok || statusOf(answer.failure) === 404) storage.set(key, place);
  };
