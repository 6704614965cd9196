import type { MessageId } from "./message-id.ts";

/** The messages of codes that are named alike, by the code. */
export const messagesBy = <Code extends string, Id extends MessageId>(
  codes: readonly Code[],
  idOf: (code: Code) => Id,
): Readonly<Record<Code, Id>> =>
  Object.fromEntries(codes.map((code) => [code, idOf(code)])) as Record<Code, Id>;
