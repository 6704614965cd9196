import { filesystem, os } from "@neutralinojs/lib";
import type { PageHabits } from "../ports.ts";
import { toBase64 } from "./base64.ts";
import { outsideAddress } from "./outside-address.ts";
import type { RuntimeSocket } from "./runtime-socket.ts";

/** No more than the runtime handles while others hardly wait. */
const CHUNK_BYTES = 1024 * 1024;

const openOutside = (address: string, school: string): void => {
  const url = outsideAddress(address, school);
  if (url) os.open(url).catch(() => undefined);
};

/** @throws when the folder takes no file, or not all of it */
const write = async (socket: RuntimeSocket, path: string, file: Blob): Promise<void> => {
  let method = "filesystem.writeBinaryFile";
  for (let from = 0; from < file.size || from === 0; from += CHUNK_BYTES) {
    const chunk = new Uint8Array(await file.slice(from, from + CHUNK_BYTES).arrayBuffer());
    await socket.call(method, { path, data: toBase64(chunk) });
    method = "filesystem.appendBinaryFile";
  }
  const { size } = await filesystem.getStats(path);
  if (size === file.size) return;
  await filesystem.remove(path);
  throw new Error("The disk is full.");
};

/** The window has no place of its own for downloads: the person chooses one. */
const save = async (socket: RuntimeSocket, address: string, name: string): Promise<void> => {
  // Asked for at once, since the page lets go of a blob's address soon.
  const file = await (await fetch(address)).blob();
  const path = await os.showSaveDialog(name, { defaultPath: name });
  if (path) await write(socket, path, file);
};

/** Whether a link leads out of the app, or to another window, of which there is none. */
const leadsOut = (link: HTMLAnchorElement): boolean =>
  link.origin !== location.origin || (link.target !== "" && link.target !== "_self");

/**
 * Makes links and downloads do in the app's window what they do in a browser: an address outside is
 * opened in the person's own browser, and a download is saved where they choose.
 * @returns a function that brings back the window's own ways
 */
export const keepPageHabits = (
  socket: RuntimeSocket,
  { school = "", onNotSaved }: PageHabits,
): (() => void) => {
  const origin = URL.canParse(school) ? new URL(school).origin : "";
  const { open } = window;
  const { click } = HTMLAnchorElement.prototype;

  /** @returns whether the link was followed, so that the window need not */
  const follow = (link: HTMLAnchorElement): boolean => {
    if (link.hasAttribute("download") && /^(blob|data):/.test(link.href)) {
      const name = link.download || "file";
      save(socket, link.href, name).catch(() => onNotSaved(name));
      return true;
    }
    if (!/^https?:$/.test(link.protocol) || !leadsOut(link)) return false;
    openOutside(link.href, origin);
    return true;
  };

  const onClick = (event: Event): void => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!(link instanceof HTMLAnchorElement) || !link.href || event.defaultPrevented) return;
    if (follow(link)) event.preventDefault();
  };

  document.addEventListener("click", onClick);
  document.addEventListener("auxclick", onClick);
  window.open = (address) => {
    openOutside(String(address ?? ""), origin);
    return null;
  };
  // A link that was made for one download stands in no document that could hear of its click.
  HTMLAnchorElement.prototype.click = function clickHere(this: HTMLAnchorElement) {
    if (this.isConnected || !follow(this)) click.call(this);
  };

  return () => {
    document.removeEventListener("click", onClick);
    document.removeEventListener("auxclick", onClick);
    window.open = open;
    HTMLAnchorElement.prototype.click = click;
  };
};
