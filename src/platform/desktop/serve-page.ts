import { server } from "@neutralinojs/lib";
import type { Folder, OpenedDesktop, RandomHex } from "../ports.ts";

const FOLDER = "page";
const PAGE = "page.html";
const SCRIPT = "page.js";

/**
 * Serves one page to the system's browser through the runtime's own server, which listens on 127.0.0.1 at a
 * random port. The path is random, too, so nobody else can lead a browser there.
 * @param root the absolute path of the app's folder
 */
export const createPageServer = (
  folder: Folder,
  root: string,
  randomHex: RandomHex,
): OpenedDesktop["servePage"] => {
  let mount: string | null = null;
  const write = async (name: string, text: string): Promise<boolean> =>
    (await folder.write(`${FOLDER}/${name}`, new TextEncoder().encode(text))).ok;
  return async (make) => {
    const { html, script } = make(SCRIPT);
    if (!(await write(PAGE, html)) || !(await write(SCRIPT, script))) return null;
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
