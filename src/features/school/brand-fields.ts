import type { BrandField } from "../../contract/staff-brand.ts";
import type { MessageId } from "../../i18n/message-id.ts";

/** A field of the form. */
export interface FieldKind {
  /** A message, or a name that is the same in all languages. */
  readonly label: MessageId | { readonly name: string };
  readonly type: "text" | "email" | "tel" | "url";
  readonly maxLength: number;
}

const MAX_TEXT = 2000;

const text = (label: FieldKind["label"], maxLength = MAX_TEXT): FieldKind => ({
  ...{ label, type: "text", maxLength },
});
const contact = (label: FieldKind["label"], type: FieldKind["type"]): FieldKind => ({
  ...{ label, type, maxLength: MAX_TEXT },
});

/** In the order of the form. The lengths are those of the check of a folder. */
export const FIELD_OF: Readonly<Record<BrandField, FieldKind>> = {
  name: text("staff-school.brand-name"),
  title: text("staff-school.brand-title", 60),
  short_name: text("staff-school.brand-short", 12),
  accent: text("staff-school.brand-accent", 7),
  email: contact("staff-school.brand-email", "email"),
  telephone: contact("staff-school.brand-telephone", "tel"),
  "footer/description": text("staff-school.brand-description"),
  "footer/url": contact("staff-school.brand-website", "url"),
  "footer/email": contact("staff-school.brand-footer-email", "email"),
  "footer/tel": contact("staff-school.brand-footer-telephone", "tel"),
  "footer/mobile": contact("staff-school.brand-mobile", "tel"),
  "footer/fax": contact("staff-school.brand-fax", "tel"),
  "footer/facebook": contact({ name: "Facebook" }, "url"),
  "footer/instagram": contact({ name: "Instagram" }, "url"),
  "footer/twitter": contact({ name: "Twitter" }, "url"),
  "footer/pinterest": contact({ name: "Pinterest" }, "url"),
  "footer/youtube": contact({ name: "YouTube" }, "url"),
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
