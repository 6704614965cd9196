import { server } from "@neutralinojs/lib";
import type { Folder, OpenedDesktop, RandomHex } from "../ports.ts";

const FOLDER = "page";
const PAGE = "page.html";
const SCRIPT = "page.js";

/**
 * Serves one page to the system's browser through the runtime's own server, which listens on 127.0.0.1 at a
 * random port. The path is random, too, so nobody else can lead a browser there. It is served no longer than the
 * browser needs it: its address is known to that browser and to the school, and the runtime's server is
 * open to path traversal (see `desktop-folder.ts`).
 * @param root the absolute path of the app's folder
 */
export const createPageServer = (
  folder: Folder,
  root: string,
  randomHex: RandomHex,
): OpenedDesktop["servePage"] => {
  const write = async (name: string, text: string): Promise<boolean> =>
    (await folder.write(`${FOLDER}/${name}`, new TextEncoder().encode(text))).ok;
  return async (make) => {
    const { html, script } = make(SCRIPT);
    if (!(await write(PAGE, html)) || !(await write(SCRIPT, script))) return null;
    const path = `/${randomHex(16)}`;
    const isServed = await server.mount(path, `${root}/${FOLDER}`).then(
      () => true,
      () => false,
    );
    if (!isServed) return null;
    return {
      address: `${location.origin}${path}/${PAGE}`,
      stop: () => void server.unmount(path).catch(() => undefined),
    };
  };
};
