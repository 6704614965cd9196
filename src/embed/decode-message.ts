import { type AppMessage, MESSAGE_KIND } from "../domain/embed-message.ts";

type Fields = Readonly<Record<string, unknown>>;

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

const COMPLETED = ["product", "course", "lesson"] as const;

/** Decodes what the frame has sent. @returns null for anything that is no message of the app */
export const decodeMessage = (data: unknown): AppMessage | null => {
  const fields: Fields = typeof data === "object" && data !== null ? (data as Fields) : {};
  const { [MESSAGE_KIND]: kind, signedIn, height, path, title, id, why } = fields;
  if (kind === "ready" && typeof signedIn === "boolean") return { [MESSAGE_KIND]: kind, signedIn };
  if (kind === "height" && typeof height === "number" && height >= 0) {
    return { [MESSAGE_KIND]: kind, height };
  }
  if (kind === "place" && typeof title === "string" && /^\/(?!\/)/.test(textOrNull(path) ?? "")) {
    return { [MESSAGE_KIND]: kind, path: String(path), title };
  }
  if (kind === "lesson-completed" && (typeof id === "number" || typeof id === "string")) {
    const [product = null, course = null, lesson = null] = COMPLETED.map((name) =>
      textOrNull(fields[name]),
    );
    return { [MESSAGE_KIND]: kind, id, product, course, lesson };
  }
  if (kind === "signed-out" && typeof why === "string") return { [MESSAGE_KIND]: kind, why };
  return null;
};
