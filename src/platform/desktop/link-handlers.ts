import { filesystem, os } from "@neutralinojs/lib";
import { safeFileName } from "../../lib/safe-file-name.ts";
import type { LinkHandlerOptions } from "../ports.ts";
import { toBase64 } from "./base64.ts";
import type { RuntimeSocket } from "./runtime-socket.ts";

/** Characters without a meaning to a shell, with or without quotes. */
const PLAIN_FILE_URL = /^file:\/\/\/[\w\-.~/%:]*$/;

/**
 * Converts an absolute path to a `file:` URL. The runtime puts it between quotes into a shell command,
 * so all characters with a meaning to a shell are percent-encoded.
 * @returns null if the path is not absolute
 */
export const fileUrl = (path: string): string | null => {
  const slashed = path.replaceAll("\\", "/");
  const absolute = /^[A-Za-z]:\//.test(slashed) ? `/${slashed}` : slashed;
  if (!absolute.startsWith("/") || !absolute.isWellFormed()) return null;
  const segments = absolute
    .split("/")
    .map((segment) =>
      /^[A-Za-z]:$/.test(segment)
        ? segment
        : encodeURIComponent(segment).replaceAll(
            /[!'()*]/g,
            (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
          ),
    );
  const address = `file://${segments.join("/")}`;
  return PLAIN_FILE_URL.test(address) ? address : null;
};

/** Opens a file or a folder with the system's program for it. */
export const openPath = (path: string): void => {
  const address = fileUrl(path);
  if (address) os.open(address).catch(() => undefined);
};

const PLAIN_ADDRESS = /^[\w\-.~:/?#@+,;=%&]+$/;

const OPENED = /^(?:https?|mailto):$/;

/**
 * Checks an address for the system's browser or program of mails. The runtime puts it between quotes into a shell
 * command, so characters with a meaning to a shell are percent-encoded.
 * @returns the address, or null if it may not be opened
 */
export const externalUrl = (address: string): string | null => {
  const url = URL.parse(address);
  if (!url || url.username || url.password || !OPENED.test(url.protocol)) return null;
  const encoded = url.href.replaceAll(
    /[^\w\-.~:/?#@+,;=%&]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
  // Refuses a host with other characters.
  const start = url.protocol === "mailto:" ? url.protocol : `${url.origin}/`;
  return PLAIN_ADDRESS.test(encoded) && encoded.startsWith(start) ? encoded : null;
};

/** Bytes per message to the runtime, small enough not to delay other calls. */
const CHUNK_BYTES = 1024 * 1024;

const openOutside = (address: string): void => {
  const url = externalUrl(address);
  if (url) os.open(url).catch(() => undefined);
};

/** @throws if the folder is not writable, or the disk is full */
const write = async (socket: RuntimeSocket, path: string, file: Blob): Promise<void> => {
  let method = "filesystem.writeBinaryFile";
  for (let from = 0; from < file.size || from === 0; from += CHUNK_BYTES) {
    const chunk = new Uint8Array(await file.slice(from, from + CHUNK_BYTES).arrayBuffer());
    await socket.call(method, { path }, toBase64(chunk));
    method = "filesystem.appendBinaryFile";
  }
  const { size } = await filesystem.getStats(path);
  if (size === file.size) return;
  await filesystem.remove(path);
  throw new Error("The disk is full.");
};

/** Saves a download where the person chooses, as the window has no download folder. */
const save = async (socket: RuntimeSocket, address: string, name: string): Promise<void> => {
  // Fetched first, as the page may revoke a blob's address soon.
  const file = await (await fetch(address)).blob();
  const path = await os.showSaveDialog(name, { defaultPath: name });
  if (path) await write(socket, path, file);
};

/** Whether a link leaves the app, or opens another window, which the app does not have. */
const leadsOut = (link: HTMLAnchorElement): boolean =>
  link.origin !== location.origin || (link.target !== "" && link.target !== "_self");

/**
 * Makes links and downloads work as in a browser: an external address opens in the person's browser,
 * and a download is saved where they choose.
 */
export const installLinkHandlers = (
  socket: RuntimeSocket,
  { onNotSaved }: LinkHandlerOptions,
): void => {
  const { click } = HTMLAnchorElement.prototype;

  /** @returns whether the link was handled */
  const follow = (link: HTMLAnchorElement): boolean => {
    if (link.hasAttribute("download") && /^(blob|data):/.test(link.href)) {
      const name = safeFileName(link.download);
      save(socket, link.href, name).catch(() => onNotSaved(name));
      return true;
    }
    if (!OPENED.test(link.protocol) || !leadsOut(link)) return false;
    openOutside(link.href);
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
    openOutside(String(address ?? ""));
    return null;
  };
  // A link that is created for one download is in no document, so its click does not bubble.
  HTMLAnchorElement.prototype.click = function clickHere(this: HTMLAnchorElement) {
    if (this.isConnected || !follow(this)) click.call(this);
  };
};
