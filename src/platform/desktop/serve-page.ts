import { server } from "@neutralinojs/lib";
import type { Folder, RandomHex } from "../ports.ts";

const FOLDER = "page";
const PAGE = "page.html";

/**
 * Serves one page to the system's browser through the runtime's own server, which listens on 127.0.0.1 at a
 * random port. The path is random, too, so nobody else can lead a browser there.
 * @param root the absolute path of the app's folder
 */
export const createPageServer = (
  folder: Folder,
  root: string,
  randomHex: RandomHex,
): ((html: string) => Promise<string | null>) => {
  let mount: string | null = null;
  return async (html) => {
    const written = await folder.write(`${FOLDER}/${PAGE}`, new TextEncoder().encode(html));
    if (!written.ok) return null;
    if (mount === null) {
      const path = `/${randomHex(16)}`;
      const isServed = await server.mount(path, `${root}/${FOLDER}`).then(
        () => true,
        () => false,
      );
      if (!isServed) return null;
      mount = path;
    }
    return `${location.origin}${mount}/${PAGE}`;
  };
};
