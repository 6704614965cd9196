import type { App } from "../../app-context/app.ts";
import { useService } from "../../app-context/service.ts";
import { refusalCode, type StaffFailure, staffFailureOf } from "../../app-context/staff-failure.ts";
import {
  type BrandField,
  type BrandProblem,
  getBrand,
  MAX_LOGO_BYTES,
  putBrand,
  type SentBrand,
} from "../../contract/staff-brand.ts";
import { createResource } from "../../core/create-resource.ts";
import { Result } from "../../lib/result.ts";
import { sendFile } from "../courses/public.ts";

/** What somebody has changed in the form. */
export interface BrandChanges {
  /** Null: nothing. */
  readonly languages: readonly string[] | null;
  readonly fields: Readonly<Partial<Record<BrandField, string>>>;
  readonly logo: Blob | null;
}

/** What came of saving the brand. */
export type SavedBrand =
  /** `changed`: others have saved it meanwhile; the form has what is saved now. */
  | { readonly kind: "saved" | "changed" | "not-done" }
  | { readonly kind: "refused"; readonly problems: readonly BrandProblem[] };

/** Whether a file can be the logo, by what can be seen of it here. */
export const canBeLogo = ({ type, size }: Blob): boolean =>
  type === "image/png" && size > 0 && size <= MAX_LOGO_BYTES;

/** What is saved, by the names of the fields. */
export const savedFields = ({ fields }: SentBrand): Readonly<Record<BrandField, string>> =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value])) as Record<BrandField, string>;

const create = ({ transport: { send } }: App) => {
  const resource = createResource<SentBrand, StaffFailure>({
    async fetch() {
      const answer = await send(getBrand);
      return answer.ok ? answer : Result.fail(staffFailureOf(answer.failure));
    },
  });

  return {
    state: resource.state,
    load: resource.refresh,

    /** @param replaces the checksum of `school.yaml` as it was shown */
    async save(replaces: string, changes: BrandChanges): Promise<SavedBrand> {
      const sent = changes.logo && (await sendFile(send, changes.logo));
      if (sent && !sent.ok) return { kind: "not-done" };
      const fields = Object.entries(changes.fields).map(([name, value]) => ({
        ...{ name: name as BrandField, value },
      }));
      const languages = changes.languages && [...changes.languages];
      const body = { replaces, languages, fields, logo: sent?.value ?? null };
      const answer = await send(putBrand, { body });
      if (!answer.ok) {
        if (refusalCode(answer.failure) !== "content/conflict") return { kind: "not-done" };
        await resource.refresh();
        return { kind: "changed" };
      }
      const { problems } = answer.value;
      if (problems.length > 0) return { kind: "refused", problems };
      await resource.refresh();
      return { kind: "saved" };
    },
  };
};

/** The brand in the draft, for the signed-in administrator. */
export const useBrand = () => useService(create);
