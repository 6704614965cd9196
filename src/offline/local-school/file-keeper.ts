import * as v from "valibot";
import { getUploadedFile } from "../../contract/assignments.ts";
import type { Call } from "../../contract/call.ts";
import { getMessage, getMessages, type Message } from "../../contract/messages.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { CallOptions, Transport } from "../../transport/transport.ts";
import { askedName, nameOf } from "./answers.ts";
import { knownAssignments } from "./derived-answers.ts";
import type { KeptFiles } from "./kept-files.ts";
import type { Remembered } from "./remembered.ts";

/** So many of each kind are fetched for use without a network, the newest. */
const MAX_FILES = 20;

type Asked = CallOptions<string, unknown, string>;

export interface FileKeeperOptions {
  files: KeptFiles;
  remembered: Remembered;
  school: Pick<Transport, "send" | "sendForBytes">;
  /** Told when somebody has been given a message's files, with which it counts as read. */
  onRead: () => void;
}

const answerOf = getMessage.answer as v.GenericSchema<unknown, { attachments: unknown[] }>;

const newestFirst = (one: { date: string | null }, other: { date: string | null }): number =>
  (other.date ?? "").localeCompare(one.date ?? "");

/**
 * The files of messages and hand-ins, kept once they have been fetched. The newest are fetched by the
 * sync. Of the messages only those that were read: asking for files marks a message as read.
 */
export const createFileKeeper = ({ files, remembered, school, onRead }: FileKeeperOptions) => {
  const message = async (asked: Asked): Promise<Result<unknown, CallFailure>> => {
    const name = askedName(getMessage, asked);
    const kept = await files.get(name);
    if (kept) {
      try {
        const decoded = v.safeParse(answerOf, JSON.parse(new TextDecoder().decode(kept)));
        if (decoded.success) return Result.ok(decoded.output);
      } catch {
        // Not whole: it is fetched again.
      }
    }
    const answer = await school.send(
      getMessage,
      asked as CallOptions<typeof getMessage.path, unknown, never>,
    );
    if (answer.ok && answer.value.attachments.length > 0) {
      await files.put(name, new TextEncoder().encode(JSON.stringify(answer.value)));
    }
    return answer;
  };

  const uploaded = async (asked: Asked): Promise<Result<unknown, CallFailure>> => {
    const name = askedName(getUploadedFile, asked);
    const kept = await files.get(name);
    if (kept && kept.length > 0) return Result.ok(new Blob([kept]));
    const answer = await school.sendForBytes(
      getUploadedFile,
      asked as CallOptions<typeof getUploadedFile.path, unknown, never>,
    );
    if (answer.ok) await files.put(name, new Uint8Array(await answer.value.arrayBuffer()));
    return answer;
  };

  const messagesWithFiles = (): Asked[] => {
    const schema = getMessages.answer as v.GenericSchema<unknown, { messages: Message[] }>;
    const all = remembered.get(nameOf(getMessages), schema)?.value.messages ?? [];
    return all
      .filter(({ read, attachmentCount }) => read && attachmentCount > 0)
      .toSorted(newestFirst)
      .slice(0, MAX_FILES)
      .map(({ id }) => ({ params: { id } }));
  };

  const handIns = (): Asked[] =>
    (knownAssignments(remembered) ?? [])
      .flatMap(({ id, uploads }) => uploads.map((upload) => ({ id, upload })))
      .toSorted((one, other) => newestFirst(one.upload, other.upload))
      .flatMap(({ id, upload }) =>
        upload.files.map(({ name }) => ({ params: { id, uploadId: upload.id, fileName: name } })),
      )
      .slice(0, MAX_FILES);

  return {
    answers: (call: Pick<Call, "method" | "path">): boolean =>
      [getMessage, getUploadedFile].some((each) => nameOf(each) === nameOf(call)),

    async send(_: Call, asked: Asked) {
      const isKept = await files.has(askedName(getMessage, asked));
      const answer = await message(asked);
      if (answer.ok && !isKept) onRead();
      return answer;
    },
    sendForBytes: (_: Call, asked: Asked) => uploaded(asked),

    /** Fetches the newest that are not here, and lets go what is not among them. */
    async fetchAll(signal: AbortSignal): Promise<Result<null, CallFailure>> {
      const wanted = [
        ...messagesWithFiles().map((asked) => ({
          name: askedName(getMessage, asked),
          fetch: () => message({ ...asked, signal }),
        })),
        ...handIns().map((asked) => ({
          name: askedName(getUploadedFile, asked),
          fetch: () => uploaded({ ...asked, signal }),
        })),
      ];
      await files.retain(wanted.map(({ name }) => name));
      for (const { name, fetch } of wanted) {
        if (signal.aborted) return Result.fail({ kind: "cancelled" });
        if (await files.has(name)) continue;
        const answer = await fetch();
        // One that the school does not give is missed by itself.
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

export type FileKeeper = ReturnType<typeof createFileKeeper>;
