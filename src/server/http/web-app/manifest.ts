import { createHash } from "node:crypto";
import type { HonoRequest } from "hono";
import { type WebAppIcon, webManifest } from "../../../domain/web-manifest.ts";
import { matchesTag } from "../answer.ts";
import { readOrganisation } from "../organisations/organisation.ts";
import { parseId } from "../parse-id.ts";
import { reply } from "../reply.ts";
import type { App } from "../route.ts";
import type { Services } from "../services.ts";

/** The least size of a picture that browsers accept as an icon, in pixels. */
const MIN_ICON = 144;
const PNG = /^data:image\/png;base64,/;

/** A school's logo. */
interface Logo {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Reads the size of a PNG from its first chunk. @returns null if it is none */
const logoOf = (base64: string): Logo | null => {
  const bytes = Buffer.from(base64.replace(PNG, ""), "base64");
  if (bytes.length < 24 || bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return width > 0 && height > 0 ? { bytes, width, height } : null;
};

/** The school's logo on paper, at any size. Its edge is plain, so that a device may cut it to a circle. */
const iconSvg = ({ bytes, width, height }: Logo): string => {
  const scale = 300 / Math.max(width, height);
  const [w, h] = [width * scale, height * scale];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="#faf7f0"/><image x="${(512 - w) / 2}" y="${(512 - h) / 2}" width="${w}" height="${h}" href="data:image/png;base64,${bytes.toString("base64")}"/></svg>`;
};

const iconsOf = (logo: Logo | null, query: string): WebAppIcon[] => {
  const svg = { src: `icon.svg${query}`, sizes: "any", type: "image/svg+xml" } as const;
  if (!logo) return [svg, { src: "icon.png", sizes: "256x256", type: "image/png" }];
  const { width, height } = logo;
  const isLarge = width === height && width >= MIN_ICON;
  return [
    svg,
    { ...svg, purpose: "maskable" },
    // Without a large logo, a browser that takes no SVG shows the icon of the app.
    isLarge
      ? { src: `icon.png${query}`, sizes: `${width}x${height}`, type: "image/png" }
      : { src: "icon.png", sizes: "256x256", type: "image/png" },
  ];
};

/**
 * Serves what a browser needs to install the web app with the school's name, colour and logo. For a school
 * without a logo the next route has the app's own icons.
 */
export const manifestRoutes = (app: App, services: Services): void => {
  const organisationOf = async (request: HonoRequest) => {
    const id = parseId(request.query("organisation") ?? "");
    const found = await readOrganisation(services, id);
    return { organisation: found, logo: found && logoOf(found.logo), id };
  };

  const send = (request: HonoRequest, body: string | Buffer, type: string): Response => {
    const tag = createHash("sha256").update(body).digest("base64url").slice(0, 22);
    const headers = {
      ETag: `"${tag}"`,
      "Cache-Control": "no-cache",
      // A picture that is opened as a page runs nothing.
      "Content-Security-Policy": "default-src 'none'; img-src data:; sandbox",
    };
    if (matchesTag(request.header("if-none-match"), tag)) return reply(null, 304, headers);
    return reply(body, 200, { ...headers, "Content-Type": type });
  };

  app.get("/tls/manifest.webmanifest", async ({ req }, next) => {
    const { organisation, logo, id } = await organisationOf(req);
    if (!organisation) return next();
    const icons = iconsOf(logo, `?organisation=${id}`);
    const manifest = webManifest({ ...organisation, icons });
    return send(req, JSON.stringify(manifest), "application/manifest+json");
  });

  app.get("/tls/icon.svg", async ({ req }, next) => {
    const { logo } = await organisationOf(req);
    return logo ? send(req, iconSvg(logo), "image/svg+xml") : next();
  });

  app.get("/tls/icon.png", async ({ req }, next) => {
    const { logo } = await organisationOf(req);
    const isLarge = logo && logo.width === logo.height && logo.width >= MIN_ICON;
    return isLarge ? send(req, logo.bytes, "image/png") : next();
  });
};
