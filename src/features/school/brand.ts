import type { App } from "../../app-context/app.ts";
import { createFolderForm, type FormChange } from "../../app-context/folder-form.tsx";
import { useService } from "../../app-context/service.ts";
import {
  BRAND_PICTURE_TYPES,
  BRAND_PICTURES,
  type BrandField,
  type BrandPictureName,
  getBrand,
  putBrand,
  type SentBrand,
} from "../../contract/staff-brand.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { Result } from "../../lib/result.ts";
import { sendFile } from "../courses/public.ts";

interface FieldKind {
  /** A message, or a name that is the same in all languages. */
  readonly label: MessageId | { readonly name: string };
  readonly type: "text" | "email" | "tel" | "url";
  readonly maxLength: number;
}

const field = (
  label: FieldKind["label"],
  type: FieldKind["type"] = "text",
  maxLength = 2000,
): FieldKind => ({ label, type, maxLength });

/** In the order of the form. The lengths are those of the check of a folder. */
export const FIELD_OF: Readonly<Record<BrandField, FieldKind>> = {
  name: field("staff-school.brand-name"),
  title: field("staff-school.brand-title", "text", 60),
  short_name: field("staff-school.brand-short", "text", 12),
  accent: field("staff-school.brand-accent", "text", 7),
  time_zone: field("staff-school.brand-zone", "text", 64),
  email: field("staff-school.brand-email", "email"),
  telephone: field("staff-school.brand-telephone", "tel"),
  "footer/description": field("staff-school.brand-description"),
  "footer/url": field("staff-school.brand-website", "url"),
  "footer/email": field("staff-school.brand-footer-email", "email"),
  "footer/tel": field("staff-school.brand-footer-telephone", "tel"),
  "footer/mobile": field("staff-school.brand-mobile", "tel"),
  "footer/fax": field("staff-school.brand-fax", "tel"),
  "footer/facebook": field({ name: "Facebook" }, "url"),
  "footer/instagram": field({ name: "Instagram" }, "url"),
  "footer/twitter": field({ name: "Twitter" }, "url"),
  "footer/pinterest": field({ name: "Pinterest" }, "url"),
  "footer/youtube": field({ name: "YouTube" }, "url"),
};

/** The fields below the sample, in their order. */
export const BRAND_GROUPS: readonly {
  readonly heading: MessageId;
  readonly fields: readonly BrandField[];
}[] = [
  { heading: "staff-school.brand-contacts", fields: ["email", "telephone"] },
  {
    heading: "staff-school.brand-footer",
    fields: (Object.keys(FIELD_OF) as BrandField[]).filter((name) => name.startsWith("footer/")),
  },
];

interface BrandChange extends FormChange {
  /** The first one is that of the school; null: nothing. */
  readonly languages: readonly string[] | null;
  readonly pictures: Readonly<Partial<Record<BrandPictureName, File | "none">>>;
}

type PictureType = (typeof BRAND_PICTURE_TYPES)[number];

const isPictureType = (type: string): type is PictureType =>
  BRAND_PICTURE_TYPES.some((each) => each === type);

/** Whether a file can be a picture of the brand, by what can be seen of it here. */
export const canBePicture = (name: BrandPictureName, { type, size }: Blob): boolean =>
  isPictureType(type) &&
  (name !== "favicon" || type !== "image/jpeg") &&
  size > 0 &&
  size <= BRAND_PICTURES[name];

/** Whether a text is the name of a time zone that this browser knows. */
export const isKnownZone = (zone: string): boolean =>
  ["", "UTC", ...Intl.supportedValuesOf("timeZone")].includes(zone);

interface SentPicture {
  readonly checksum: string;
  readonly size: number;
  readonly type: PictureType;
}

const create = (app: App) => {
  const { send } = app.transport;
  return createFolderForm<SentBrand, BrandChange>(app, {
    fetch: () => send(getBrand),
    async put({ replaces, languages, fields, pictures: chosen }) {
      const pictures: Partial<Record<BrandPictureName, SentPicture | "none">> = {};
      for (const [name, file] of Object.entries(chosen)) {
        const picture = name as BrandPictureName;
        if (file === "none") pictures[picture] = file;
        else if (isPictureType(file.type)) {
          const sent = await sendFile(send, file);
          if (!sent.ok) return sent;
          pictures[picture] = { ...sent.value, type: file.type };
        }
      }
      const { logo = null, logo_dark = null, favicon = null } = pictures;
      const answer = await send(putBrand, {
        body: {
          ...{ replaces, languages: languages && [...languages], logo_dark, favicon },
          fields: fields.map(({ name, value }) => ({ name: name as BrandField, value })),
          logo: logo === "none" ? null : logo,
        },
      });
      if (!answer.ok) return answer;
      // They are about the file, and stand at no field.
      const problems = answer.value.problems.map((problem) => ({ ...problem, field: "" }));
      return Result.ok({ problems });
    },
  });
};

/** The brand in the draft, for the signed-in administrator. */
export const useBrand = () => useService(create);
