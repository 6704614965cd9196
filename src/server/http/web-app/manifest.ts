import type { HonoRequest } from "hono";
import { type WebAppIcon, webManifest } from "../../../domain/web-manifest.ts";
import { parseId } from "../../page.ts";
import { etagOf } from "../../representation.ts";
import { type BrandPicture, pictureOf } from "../../school/brand-picture.ts";
import type { Services } from "../../services.ts";
import { matchesTag } from "../answer.ts";
import { NOT_FRAMED, reply } from "../reply.ts";
import type { App } from "../route.ts";
import { ICON, ICON_CACHE, readIcon } from "./icon.ts";

/** The least size of a picture that browsers accept as an icon, in pixels. */
const MIN_ICON = 144;

const isLargeSquare = ({ size }: BrandPicture): boolean =>
  size !== null && size.width === size.height && size.width >= MIN_ICON;

/** The picture for the installed app: the icon if it is large enough, else the logo. */
const installIcon = (
  favicon: BrandPicture | null,
  logo: BrandPicture | null,
): BrandPicture | null =>
  favicon && (!favicon.size || isLargeSquare(favicon)) ? favicon : (logo ?? favicon);

/** The picture on a light ground. The edge is plain, so that a device may crop it to a circle. */
const iconSvg = ({ bytes, size, type }: BrandPicture): string => {
  const { width, height } = size ?? { width: 1, height: 1 };
  const scale = 300 / Math.max(width, height);
  const [w, h] = [width * scale, height * scale];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" style="color-scheme:light"><rect width="512" height="512" fill="#faf7f0"/><image x="${(512 - w) / 2}" y="${(512 - h) / 2}" width="${w}" height="${h}" href="data:${type};base64,${bytes.toString("base64")}"/></svg>`;
};

const OWN_PNG = { src: "icon.png", sizes: "256x256", type: "image/png" } as const;

/** @param query names the organisation */
const iconsOf = (picture: BrandPicture | null, query: string): WebAppIcon[] => {
  const svg = { src: `icon.svg${query}`, sizes: "any", type: "image/svg+xml" } as const;
  if (!picture) return [svg, OWN_PNG];
  // A browser that has installed the app takes another picture only at another address.
  const version = `${query}&v=${etagOf(picture.bytes).slice(0, 8)}`;
  const drawn = { ...svg, src: `icon.svg${version}` };
  const { width, height } = picture.size ?? {};
  return [
    drawn,
    { ...drawn, purpose: "maskable" },
    // Without a large picture, a browser that takes no SVG shows the icon of the app.
    isLargeSquare(picture)
      ? { src: `icon.png${version}`, sizes: `${width}x${height}`, type: "image/png" }
      : OWN_PNG,
  ];
};

/**
 * Serves the icon in the browser's tab, and what a browser needs to install the web app with the school's
 * name, colour and icon. For a school without them the next route has the app's own icons.
 */
export const manifestRoutes = (app: App, services: Services): void => {
  const { read } = services.database;

  const organisationOf = async (request: HonoRequest) => {
    const id = parseId(request.query("organisation") ?? "");
    const found =
      id === null
        ? undefined
        : await read
            .selectFrom("organisation")
            .select(["name", "title", "short_name", "accent", "logo", "favicon"])
            .where("id", "=", id)
            .executeTakeFirst();
    const icon = found ? installIcon(pictureOf(found.favicon), pictureOf(found.logo)) : null;
    return { organisation: found, icon, id };
  };

  const send = (
    request: HonoRequest,
    body: string | Buffer,
    type: string,
    cacheControl = "no-cache",
  ): Response => {
    const tag = etagOf(body);
    const headers = {
      ETag: `"${tag}"`,
      "Cache-Control": cacheControl,
      // A picture that is opened as a page runs nothing.
      "Content-Security-Policy": `default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox; ${NOT_FRAMED}`,
    };
    if (matchesTag(request.header("if-none-match"), tag)) return reply(null, 304, headers);
    return reply(body, 200, { ...headers, "Content-Type": type });
  };

  app.get("/tls/manifest.webmanifest", async ({ req }, next) => {
    const { organisation, icon, id } = await organisationOf(req);
    if (!organisation) return next();
    const { name, title, short_name, accent } = organisation;
    const icons = iconsOf(icon, `?organisation=${id}`);
    const manifest = webManifest({ name: title || name, shortName: short_name, accent, icons });
    return send(req, JSON.stringify(manifest), "application/manifest+json");
  });

  app.get(ICON, async ({ req }, next) => {
    const icon = await readIcon(read);
    return icon ? send(req, icon.bytes, icon.type, ICON_CACHE) : next();
  });

  app.get("/tls/icon.svg", async ({ req }, next) => {
    const { icon } = await organisationOf(req);
    return icon ? send(req, iconSvg(icon), "image/svg+xml") : next();
  });

  app.get("/tls/icon.png", async ({ req }, next) => {
    const { icon } = await organisationOf(req);
    return icon && isLargeSquare(icon) ? send(req, icon.bytes, "image/png") : next();
  });
};
