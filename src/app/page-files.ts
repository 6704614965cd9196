import type { LoadMessages } from "../i18n/language.ts";

/** Addresses that the build writes into the page: its script reads them too, before the first paint. */
export interface PageFiles {
  /** By language: the messages of the entry, and of what comes after signing in. */
  messages: Record<string, { entry: string; inside: string }>;
  /** The styles of what comes after signing in. */
  style: string;
}

const read = (): PageFiles => JSON.parse(document.getElementById("files")?.textContent ?? "");

const underWay = new Map<string, ReturnType<LoadMessages>>();

/** Fetches one part of one language, once; after a failure anew. */
export const loadMessages: LoadMessages = (part, language) => {
  const address = read().messages[language]?.[part] ?? "";
  const known = underWay.get(address);
  if (known) return known;
  const messages = fetch(address).then((response) => {
    if (!response.ok) throw new Error(`no messages: ${response.status}`);
    return response.json();
  });
  underWay.set(address, messages);
  messages.catch(() => underWay.delete(address));
  return messages;
};

let arrived: Promise<void> | undefined;

/** Adds the styles of what comes after signing in; resolves once they hold. */
export const loadStyle = (): Promise<void> => {
  arrived ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = read().style;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      arrived = undefined;
      reject(new Error("no styles"));
    };
    document.head.append(link);
  });
  return arrived;
};
