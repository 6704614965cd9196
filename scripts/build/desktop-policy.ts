/**
 * The Content-Security-Policy of the desktop app's page: only its own scripts, no frames, no forms;
 * connections to the school and to the runtime, whose socket has the page's own port. No other program on
 * this machine can be called.
 * @param fileServer the school's base address, absolute
 */
export const desktopPolicy = (fileServer: string): string => {
  const server = new URL(fileServer).origin;
  return [
    "default-src 'none'",
    // Needed for the WebAssembly that hashes large files.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `media-src 'self' blob: ${server}`,
    // Downloads are read from an address that the page has created.
    `connect-src 'self' blob: data: ${server}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
};
