import type { CompiledMessage, MessagePart } from "../../src/i18n/compiled-message.ts";

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_DIRECTIONAL_ISOLATE = "\u2069";

/** Adds a part. A text continues the text before it. */
const add = (parts: MessagePart[], part: MessagePart): void => {
  const last = parts.at(-1);
  if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part;
  else parts.push(part);
};

/**
 * A message of a right-to-left language with each argument isolated. A name, a file or a measure such
 * as `2.3 MB` may be in the other direction. Without the isolation its figures and its punctuation
 * would be ordered with the text around it.
 */
export const isolateArguments = (message: CompiledMessage): CompiledMessage => {
  if (typeof message === "string") return message;
  const parts: MessagePart[] = [];
  for (const part of message) {
    if (typeof part !== "object") {
      add(parts, part);
      continue;
    }
    const [name, kind] = part;
    if (kind === undefined) {
      add(parts, FIRST_STRONG_ISOLATE);
      add(parts, part);
      add(parts, POP_DIRECTIONAL_ISOLATE);
    } else if (kind === 0) {
      add(parts, part);
    } else {
      const forms = Object.entries(kind).map(([form, text]) => [form, isolateArguments(text)]);
      add(parts, [name, Object.fromEntries(forms)]);
    }
  }
  return parts;
};
