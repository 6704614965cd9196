import { sweepUnusedFiles } from "./db/unused-files.ts";
import { isUploadKnown } from "./http/assignments/uploads.ts";
import { isAttachmentKnown } from "./http/messages/attachments.ts";
import { sweepCodes } from "./http/openid/one-time-codes.ts";
import { sweepIdempotencyKeys } from "./http/progress/idempotency.ts";
import type { Services } from "./http/services.ts";

const DAY_MS = 86_400_000;

/**
 * Deletes what has expired, and files that nobody needs.
 * @param keptDays for how long content files are kept that nothing names
 */
export const sweep = async (
  { database, tokens, places, uploads, clock, store }: Services,
  keptDays: number,
): Promise<void> => {
  await tokens.sweep();
  await places.sweep();
  await database.write(async (db) => {
    await sweepIdempotencyKeys(db, clock());
    await sweepCodes(db, clock());
  });
  const { read } = database;
  const isKnown = async (stored: string) =>
    (await isUploadKnown(read, stored)) || isAttachmentKnown(read, stored);
  await uploads.sweep(isKnown, clock());
  await sweepUnusedFiles(database, store, clock(), keptDays * DAY_MS);
};
