/**
 * What the desktop app's page may do, as a Content-Security-Policy: no script but its own, no frame,
 * no form; calls to the school and, over its socket, to the runtime on this machine, whose port
 * changes with every start.
 * @param fileServer the school's base address, absolute
 */
export const desktopPolicy = (fileServer: string): string => {
  const server = new URL(fileServer).origin;
  return [
    "default-src 'none'",
    // Compiled hashing of large files; it can do nothing but reckon.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `media-src 'self' blob: ${server}`,
    // What the person saves is read from the address that the page has given it.
    `connect-src 'self' blob: data: ws://127.0.0.1:* ws://localhost:* ${server}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
};
