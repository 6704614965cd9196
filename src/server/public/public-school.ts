import { SCHOOL_PAGES } from "../../domain/school-page.ts";
import type { Catalogue } from "../content/catalogue.ts";
import { etagOf } from "../representation.ts";
import { type BrandPicture, pictureOf } from "../school/brand-picture.ts";
import { ownOrganisation } from "../school/own-organisation.ts";
import type { Services } from "../services.ts";
import type { PublicSchool } from "./layout-reply.ts";
import { FILES } from "./public-files.ts";

/** The logos of a school by their file names: light ground, dark ground. */
type Logos = ReadonlyMap<string, BrandPicture>;

const LOGO_COLUMNS = ["logo", "logo_dark"] as const;

const logoOf = (data: string): readonly [name: string, logo: BrandPicture] | null => {
  const logo = pictureOf(data);
  return logo && [`logo-${etagOf(logo.bytes).slice(0, 12)}`, logo];
};

const LOGO_HEIGHT = 40;

/** The width of a logo in the header, in CSS pixels. */
const widthOf = (logo: BrandPicture | undefined): number => {
  const { width, height } = logo?.size ?? { width: 1, height: 1 };
  return Math.max(1, Math.round((LOGO_HEIGHT * width) / height));
};

/** Reads what all public pages show of the school; null for a school without content. */
export const readPublicSchool = async (
  { database, publicUrl }: Pick<Services, "database" | "publicUrl">,
  { languages, publicSite }: Catalogue,
): Promise<{ readonly school: PublicSchool; readonly logos: Logos } | null> => {
  const row = await ownOrganisation(database.read)
    .select(["name", "title", "accent", "email", "telephone", ...LOGO_COLUMNS])
    .executeTakeFirst();
  if (!row) return null;
  const [light, dark] = LOGO_COLUMNS.map((column) => logoOf(row[column]));
  const address = (logo: typeof light) => (logo ? `${FILES}/${logo[0]}` : "");
  return {
    school: {
      ...{ name: row.name, title: row.title || row.name, accent: row.accent },
      ...{ email: row.email, telephone: row.telephone, languages, address: publicUrl() },
      logo: { light: address(light), dark: address(dark), width: widthOf(light?.[1]) },
      pages: SCHOOL_PAGES.filter((name) => Object.values(publicSite.pages[name]).some(Boolean)),
    },
    logos: new Map([light, dark].flatMap((logo) => (logo ? [logo] : []))),
  };
};
