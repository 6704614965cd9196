import type { LoadMessages } from "../i18n/language.ts";
import { BASE } from "./location.ts";

/** What the build writes into the page: its script reads it too, before the first paint. */
export interface PageFiles {
  /** By language: what the names of its messages carry, so that they change with them. */
  messages: Record<string, string>;
  /** The same for the styles of each part of the app that has some. */
  styles: Record<string, string>;
}

const read = (): PageFiles => JSON.parse(document.getElementById("files")?.textContent ?? "");

/** Fetches once what a name stands for; after a failure anew. */
const createOnce = <Value>() => {
  const underWay = new Map<string, Promise<Value>>();
  return (name: string, fetchIt: () => Promise<Value>): Promise<Value> => {
    const known = underWay.get(name);
    if (known) return known;
    const value = fetchIt();
    underWay.set(name, value);
    value.catch(() => underWay.delete(name));
    return value;
  };
};
const messagesOnce = createOnce<Awaited<ReturnType<LoadMessages>>>();
const styleOnce = createOnce<void>();

/** Fetches one part of one language, once; after a failure anew. */
export const loadMessages: LoadMessages = (part, language) => {
  const address = `${BASE}/${part}-${language}.${read().messages[language]}.json`;
  return messagesOnce(address, async () => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`no messages: ${response.status}`);
    return response.json();
  });
};

/** Adds the styles of a part of the app, if it has some; resolves once they hold. */
export const loadStyle = (part: string): Promise<void> =>
  styleOnce(
    part,
    () =>
      new Promise((resolve, reject) => {
        const hash = read().styles[part];
        if (!hash) return resolve();
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = `${BASE}/${part}.${hash}.css`;
        link.onload = () => resolve();
        link.onerror = () => {
          link.remove();
          reject(new Error("no styles"));
        };
        document.head.append(link);
      }),
  );
