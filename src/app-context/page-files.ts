import type { LoadMessages } from "../core/language.ts";
import { appFileUrl } from "../ui/app-file-url.ts";

/** What the build writes into the page: its script reads it too, before the first paint. */
export interface PageFiles {
  /**
   * The hash in the name of each file, messages as `CHUNK-LL` and styles as `CHUNK`. Online
   * only of what is fetched first; messages of the chunk `inside` bring the rest.
   */
  files: Record<string, string>;
  /** By language: the words of the sign-in form. */
  words: Record<string, string[]>;
}

let hashes: PageFiles["files"] | undefined;
const known = (): PageFiles["files"] => {
  hashes ??= (JSON.parse(document.getElementById("files")?.textContent ?? "") as PageFiles).files;
  return hashes;
};

/** Fetches each name once, and again after a failure. */
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

/** Fetches the messages of a chunk in one language, once; after a failure anew. */
export const loadMessages: LoadMessages = (chunk, language) => {
  const name = `${chunk}-${language}`;
  return messagesOnce(name, async () => {
    if (!known()[name]) await loadMessages("inside", language);
    const response = await fetch(appFileUrl(`${name}.${known()[name]}.json`));
    if (!response.ok) throw new Error(`no messages: ${response.status}`);
    const messages = await response.json();
    Object.assign(known(), messages.files);
    return messages;
  });
};

/** Adds the styles of a chunk, if it has some; resolves once they hold. */
export const loadStyle = (chunk: string): Promise<void> =>
  styleOnce(
    chunk,
    () =>
      new Promise((resolve, reject) => {
        const hash = known()[chunk];
        if (!hash) return resolve();
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = appFileUrl(`${chunk}.${hash}.css`);
        link.onload = () => resolve();
        link.onerror = () => {
          link.remove();
          reject(new Error("no styles"));
        };
        document.head.append(link);
      }),
  );
