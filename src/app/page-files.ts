import type { LoadMessages } from "../i18n/language.ts";
import { fileAddress } from "../ui/file-address.ts";

/** What the build writes into the page: its script reads it too, before the first paint. */
export interface PageFiles {
  /** What the names of messages and styles carry, so that they change with them. */
  version: string;
  /** By language: the words of the sign-in form. */
  words: Record<string, string[]>;
  /** The parts of the app that have styles of their own. */
  styles: string[];
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
  const address = fileAddress(`${part}-${language}.${read().version}.json`);
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
        const { styles, version } = read();
        if (!styles.includes(part)) return resolve();
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = fileAddress(`${part}.${version}.css`);
        link.onload = () => resolve();
        link.onerror = () => {
          link.remove();
          reject(new Error("no styles"));
        };
        document.head.append(link);
      }),
  );
