import type { LoadMessages } from "../i18n/language.ts";

/** Addresses that the build writes into the page: its script reads them too, before the first paint. */
export interface PageFiles {
  /** By language: the messages of the entry, and of what comes after signing in. */
  messages: Record<string, { entry: string; inside: string }>;
  /** The styles of what comes after signing in. */
  style: string;
}

const read = (): PageFiles => JSON.parse(document.getElementById("files")?.textContent ?? "");

/** Fetches one part of one language. */
export const loadMessages: LoadMessages = async (part, language) => {
  const address = read().messages[language]?.[part] ?? "";
  const response = await fetch(address);
  if (!response.ok) throw new Error(`no messages: ${response.status}`);
  return response.json();
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
