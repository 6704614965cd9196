import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { useService } from "../../app-context/service.ts";
import { refusalCode, type StaffFailure, staffFailureOf } from "../../app-context/staff-failure.ts";
import { tryOpenId } from "../../contract/staff-openid.ts";
import {
  deleteSite,
  getFindings,
  getSchoolSettings,
  postBackup,
  postSite,
  putSchoolSettings,
  type SentFinding,
  type SentSetting,
  type SettingProblem,
  type SettingsGroup,
  sendTestMail,
} from "../../contract/staff-school.ts";
import type { Id } from "../../contract/wire.ts";
import { createResource } from "../../core/create-resource.ts";
import { Result } from "../../lib/result.ts";
import { createSerials } from "./serials.ts";

/** All that the screen shows at first. */
export interface SchoolSettings {
  readonly groups: readonly SettingsGroup[];
  readonly machine: readonly SentSetting[];
  readonly sites: readonly { readonly origin: string; readonly fixed: boolean }[];
  readonly redirect_uri: string;
  readonly last_backup: {
    readonly at: string | null;
    readonly bytes: number;
    readonly missing: number;
  } | null;
  readonly public_key: string;
}

/** What came of saving a form. */
export type Saved =
  | { readonly kind: "saved" | "not-done" | "own-factor" }
  /** Others have changed it; the form has what is saved now. */
  | { readonly kind: "changed" }
  | { readonly kind: "refused"; readonly problems: ReadonlyMap<string, SettingProblem> };

/** What somebody has typed into a form. */
export interface TypedSettings {
  readonly replaces: string;
  readonly values: { name: string; value: string | null }[];
  readonly secrets: { name: string; value: string }[];
}

const create = ({ transport: { send } }: App) => {
  const resource = createResource<SchoolSettings, StaffFailure>({
    async fetch() {
      const answer = await send(getSchoolSettings);
      return answer.ok ? answer : Result.fail(staffFailureOf(answer.failure));
    },
  });
  const doctor = proxy({
    findings: null as readonly SentFinding[] | null,
    state: "idle" as "idle" | "busy" | "failed",
  });

  return {
    state: resource.state,
    load: resource.refresh,
    doctor,
    serials: createSerials(send),

    async save(group: string, body: TypedSettings): Promise<Saved> {
      const answer = await send(putSchoolSettings, { params: { group }, body });
      if (!answer.ok) {
        const code = refusalCode(answer.failure);
        if (code === "second_factor/not_set_up") return { kind: "own-factor" };
        if (code !== "setting/changed") return { kind: "not-done" };
        await resource.refresh();
        return { kind: "changed" };
      }
      const { problems } = answer.value;
      if (problems.length > 0) {
        return { kind: "refused", problems: new Map(problems.map((one) => [one.name, one])) };
      }
      await resource.refresh();
      return { kind: "saved" };
    },

    async testMail() {
      const answer = await send(sendTestMail);
      if (answer.ok) return answer.value;
      return answer.failure.kind === "refused" && answer.failure.status === 429 ? "limit" : null;
    },

    async tryOpenId(body: { issuer: string; client_id: string; client_secret: string | null }) {
      const answer = await send(tryOpenId, { body });
      if (answer.ok) return answer.value.steps;
      return answer.failure.kind === "refused" && answer.failure.status === 422 ? "refused" : null;
    },

    /** @returns why the site was not added; null if it was */
    async addSite(address: string): Promise<"wrong" | "not-done" | null> {
      const answer = await send(postSite, { body: { address } });
      if (answer.ok) {
        await resource.refresh();
        return null;
      }
      const { failure } = answer;
      return failure.kind === "refused" && failure.status === 422 ? "wrong" : "not-done";
    },

    async removeSite(origin: string): Promise<boolean> {
      const answer = await send(deleteSite, { query: { origin } });
      // One that is gone already is as good.
      await resource.refresh();
      return answer.ok || answer.failure.kind === "refused";
    },

    /** @returns the job, or why it was not ordered */
    async backUp(): Promise<Result<Id, "too-many-jobs" | "not-done">> {
      const answer = await send(postBackup);
      if (answer.ok) return Result.ok(answer.value.job);
      const isFull = refusalCode(answer.failure) === "account/limit_reached";
      return Result.fail(isFull ? "too-many-jobs" : "not-done");
    },

    async check(): Promise<void> {
      doctor.state = "busy";
      const answer = await send(getFindings);
      doctor.state = answer.ok ? "idle" : "failed";
      if (answer.ok) doctor.findings = answer.value.findings;
    },
  };
};

export type SchoolService = ReturnType<typeof create>;

/** The school itself, for the signed-in administrator. */
export const useSchool = (): SchoolService => useService(create);
