import type * as v from "valibot";
import { getUploadedFile, getVoice } from "../../contract/assignments.ts";
import type { Call } from "../../contract/call.ts";
import { getMessage, getMessages, type Message } from "../../contract/messages.ts";
import type { RequestOptions } from "../../core/call-results.ts";
import { parseJson } from "../../lib/parse-json.ts";
import { replaceAtomically } from "../../lib/replace-atomically.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { CallOptions, Transport } from "../../transport/transport.ts";
import type { FolderMachine } from "../index-files.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { cachedAssignments } from "./derived-answers.ts";
import { callKey, requestKey } from "./handlers.ts";

const FOLDER = "answers";
const NAME_DIGITS = 40;

/** Stores answers of the school that are too large for memory, one file each. */
export const createBlobStore = (machine: FolderMachine) => {
  const { folder, sha256, randomHex } = machine;
  const nameOf = async (key: string): Promise<string> => (await sha256(key)).slice(0, NAME_DIGITS);

  return {
    /** @returns null if nothing is stored under the key */
    get: async (key: string): Promise<Uint8Array<ArrayBuffer> | null> =>
      folder.read(`${FOLDER}/${await nameOf(key)}`),

    has: async (key: string): Promise<boolean> =>
      (await folder.size(`${FOLDER}/${await nameOf(key)}`)) !== null,

    /** Stores bytes. A failed write is ignored, as the answer can be fetched again. */
    async put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
      await replaceAtomically(folder, randomHex, `${FOLDER}/${await nameOf(key)}`, bytes);
    },

    /** Deletes everything stored under other keys. */
    async retain(keys: Iterable<string>): Promise<void> {
      const names = new Set(await Promise.all([...keys].map(nameOf)));
      for (const name of await folder.list(FOLDER)) {
        if (!names.has(name)) await folder.remove(`${FOLDER}/${name}`);
      }
    },

    clear: (): Promise<void> => folder.remove(FOLDER),
  };
};

export type BlobStore = ReturnType<typeof createBlobStore>;

/** The newest files of each kind that are fetched for use without a network. */
const MAX_FILES = 20;

interface AttachmentCacheOptions {
  files: BlobStore;
  cache: AnswerCache;
  school: Pick<Transport, "send" | "sendForBytes">;
  /** Called when a message was given with its attachments, which marks it as read. */
  onRead: () => void;
}

const answerOf = getMessage.answer as v.GenericSchema<unknown, { attachments: unknown[] }>;

const newestFirst = (one: { date: string | null }, other: { date: string | null }): number =>
  (other.date ?? "").localeCompare(one.date ?? "");

/**
 * Caches the attachments of messages, the files of hand-ins and the recordings with their answers. The sync fetches the newest of them,
 * but only of messages that were read: fetching attachments marks a message as read.
 */
export const createAttachmentCache = ({ files, cache, school, onRead }: AttachmentCacheOptions) => {
  const message = async ({
    query: _,
    ...request
  }: RequestOptions): Promise<Result<unknown, CallFailure>> => {
    // Without the query the school sends the bytes, which can be kept.
    const name = requestKey(getMessage, request);
    const stored = await files.get(name);
    // A damaged file is fetched again.
    const decoded = stored && parseJson(new TextDecoder().decode(stored), answerOf);
    if (decoded) return Result.ok(decoded);
    const answer = await school.send(
      getMessage,
      request as CallOptions<typeof getMessage.path, unknown, "files">,
    );
    if (answer.ok && answer.value.attachments.length > 0) {
      await files.put(name, new TextEncoder().encode(JSON.stringify(answer.value)));
    }
    return answer;
  };

  const uploaded = async (
    call: typeof getUploadedFile | typeof getVoice,
    request: RequestOptions,
  ): Promise<Result<unknown, CallFailure>> => {
    const name = requestKey(call, request);
    const stored = await files.get(name);
    if (stored && stored.length > 0) return Result.ok(new Blob([stored]));
    const answer = await school.sendForBytes(
      call as typeof getUploadedFile,
      request as CallOptions<typeof getUploadedFile.path, unknown, never>,
    );
    if (answer.ok) await files.put(name, new Uint8Array(await answer.value.arrayBuffer()));
    return answer;
  };

  const messagesWithFiles = (): RequestOptions[] => {
    const schema = getMessages.answer as v.GenericSchema<unknown, { messages: Message[] }>;
    const all = cache.get(callKey(getMessages), schema)?.value.messages ?? [];
    return all
      .filter(({ read, attachmentCount }) => read && attachmentCount > 0)
      .toSorted(newestFirst)
      .slice(0, MAX_FILES)
      .map(({ id }) => ({ params: { id } }));
  };

  const handIns = (): RequestOptions[] =>
    (cachedAssignments(cache) ?? [])
      .flatMap(({ id, uploads }) => uploads.map((upload) => ({ id, upload })))
      .toSorted((one, other) => newestFirst(one.upload, other.upload))
      .flatMap(({ id, upload }) =>
        upload.files.map(({ name }) => ({ params: { id, uploadId: upload.id, fileName: name } })),
      )
      .slice(0, MAX_FILES);

  const voices = (): RequestOptions[] =>
    (cachedAssignments(cache) ?? []).flatMap(({ id, uploads }) =>
      uploads
        .filter(({ feedback }) => feedback?.voice)
        .map((upload) => ({
          params: { id, uploadId: upload.id },
          query: { answered: upload.feedback?.date ?? "" },
        }))
        .slice(-MAX_FILES),
    );

  return {
    handles: (call: Pick<Call, "method" | "path">): boolean =>
      [getMessage, getUploadedFile, getVoice].some((each) => callKey(each) === callKey(call)),

    async send(_: Call, request: RequestOptions) {
      const isCached = await files.has(requestKey(getMessage, { ...request, query: undefined }));
      const answer = await message(request);
      if (answer.ok && !isCached) onRead();
      return answer;
    },
    sendForBytes: (call: Call, request: RequestOptions) =>
      uploaded(callKey(call) === callKey(getVoice) ? getVoice : getUploadedFile, request),

    /** Fetches the newest files that are not cached, and deletes all others. */
    async fetchAll(signal: AbortSignal): Promise<Result<null, CallFailure>> {
      const wanted = [
        ...messagesWithFiles().map((request) => ({
          name: requestKey(getMessage, request),
          fetch: () => message({ ...request, signal }),
        })),
        ...handIns().map((request) => ({
          name: requestKey(getUploadedFile, request),
          fetch: () => uploaded(getUploadedFile, { ...request, signal }),
        })),
        ...voices().map((request) => ({
          name: requestKey(getVoice, request),
          fetch: () => uploaded(getVoice, { ...request, signal }),
        })),
      ];
      await files.retain(wanted.map(({ name }) => name));
      for (const { name, fetch } of wanted) {
        if (signal.aborted) return Result.fail({ kind: "cancelled" });
        if (await files.has(name)) continue;
        const answer = await fetch();
        // A file that the school refuses does not stop the others.
        if (
          !answer.ok &&
          answer.failure.kind !== "refused" &&
          answer.failure.kind !== "undecodable"
        ) {
          return answer;
        }
      }
      return Result.ok(null);
    },
  };
};
