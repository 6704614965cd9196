import type { LoadMessages } from "../core/language.ts";
import { flattenMessages } from "../i18n/flatten-messages.ts";
import { appFileUrl } from "../ui/app-file-url.ts";

/**
 * What the build writes into the page. The page's boot script also reads it, before the first
 * paint.
 */
export interface PageFiles {
  /**
   * The hash in the name of each file: messages as `FILE-LL`, styles as `CHUNK`. In the web app it
   * lists only the files that are fetched first; the messages of `inside` bring the rest.
   */
  files: Record<string, string>;
  /** The texts of the sign-in form, by language. */
  words: Record<string, string[]>;
}

let hashes: PageFiles["files"] | undefined;
const fileHashes = (): PageFiles["files"] => {
  hashes ??= (JSON.parse(document.getElementById("files")?.textContent ?? "") as PageFiles).files;
  return hashes;
};

/**
 * Caches promises by name. One that rejects is removed, so that the next call tries again.
 *
 * It is no `createResource`: the sign-in page uses it, its callers await one load, and nothing
 * shows its state.
 */
const createPromiseCache = <Value>() => {
  const promises = new Map<string, Promise<Value>>();
  return (name: string, load: () => Promise<Value>): Promise<Value> => {
    const running = promises.get(name);
    if (running) return running;
    const promise = load();
    promises.set(name, promise);
    promise.catch(() => promises.delete(name));
    return promise;
  };
};
const cachedMessages = createPromiseCache<Awaited<ReturnType<LoadMessages>>>();
const cachedStyle = createPromiseCache<void>();

/**
 * Fetches a file of messages in one language, once. Rejects if that fails; then it can be
 * retried.
 */
export const loadMessages: LoadMessages = (file, language) => {
  const name = `${file}-${language}`;
  return cachedMessages(name, async () => {
    if (!fileHashes()[name]) await loadMessages("inside", language);
    const response = await fetch(appFileUrl(`${name}.${fileHashes()[name]}.json`));
    if (!response.ok) throw new Error(`no messages: ${response.status}`);
    const { files, ...areas } = await response.json();
    Object.assign(fileHashes(), files);
    return flattenMessages(areas);
  });
};

/**
 * Adds the styles of a chunk to the page, if it has any. Resolves when they apply; rejects if they
 * cannot be fetched.
 */
export const loadStyle = (chunk: string): Promise<void> =>
  cachedStyle(
    chunk,
    () =>
      new Promise((resolve, reject) => {
        const hash = fileHashes()[chunk];
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
