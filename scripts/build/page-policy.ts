import { createHash } from "node:crypto";

export interface PolicyOrigins {
  /** Address of the calls; empty for the page's own origin. */
  fileServer: string;
  /** Where pictures and films may come from besides; null: from nowhere else. */
  storeOrigin: string | null;
}

const hashOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * The Content-Security-Policy of the web app's page: only own scripts, no frames, no forms to elsewhere;
 * pictures and videos from the school and its store.
 */
export const pagePolicy = ({
  fileServer,
  storeOrigin,
  scripts,
  style,
}: PolicyOrigins & { scripts: readonly string[]; style: string }): string => {
  const server = fileServer ? ` ${new URL(fileServer).origin}` : "";
  const files = storeOrigin ? `${server} ${storeOrigin}` : server;
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.map(hashOf).join(" ")}`,
    `style-src 'self' ${hashOf(style)}`,
    `img-src 'self' data: blob:${files}`,
    `media-src 'self' blob:${files}`,
    `connect-src 'self'${server}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
};
