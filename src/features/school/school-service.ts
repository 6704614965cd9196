import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { useService } from "../../app-context/service.ts";
import type { SavedForm } from "../../app-context/typed-form.tsx";
import { tryOpenId } from "../../contract/staff-openid.ts";
import {
  deleteSite,
  getFindings,
  getSchoolSettings,
  postBackup,
  postSite,
  putSchoolSettings,
  type SchoolSettings,
  type SentFinding,
  type SettingProblem,
  sendTestMail,
} from "../../contract/staff-school.ts";
import { createResource } from "../../core/create-resource.ts";
import { type CallFailure, codeOf } from "../../transport/call-failure.ts";
import { createSerials } from "./serials.ts";

/** Why the school refuses what stands in a field. */
export interface FieldProblem extends SettingProblem {
  readonly field: string;
}

/** What somebody has typed into a form. */
export interface TypedSettings {
  readonly replaces: string;
  readonly values: { name: string; value: string | null }[];
  readonly secrets: { name: string; value: string }[];
}

const create = ({ transport: { send } }: App) => {
  const resource = createResource<SchoolSettings, CallFailure>({
    fetch: () => send(getSchoolSettings),
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

    async save(group: string, body: TypedSettings): Promise<SavedForm<FieldProblem>> {
      const answer = await send(putSchoolSettings, { params: { group }, body });
      if (!answer.ok) {
        const code = codeOf(answer.failure);
        if (code === "second_factor/not_set_up") return { kind: "own-factor" };
        if (code !== "setting/changed") return { kind: "not-done" };
        await resource.refresh();
        return { kind: "changed" };
      }
      const { problems } = answer.value;
      if (problems.length > 0) {
        return { kind: "refused", problems: problems.map((one) => ({ ...one, field: one.name })) };
      }
      await resource.refresh();
      return { kind: "saved" };
    },

    testMail: () => send(sendTestMail),

    tryOpenId: (body: { issuer: string; client_id: string; client_secret: string | null }) =>
      send(tryOpenId, { body }),

    /** @returns why the site was not added; null if it was */
    async addSite(address: string): Promise<CallFailure | null> {
      const answer = await send(postSite, { body: { address } });
      if (!answer.ok) return answer.failure;
      await resource.refresh();
      return null;
    },

    async removeSite(origin: string): Promise<boolean> {
      const answer = await send(deleteSite, { query: { origin } });
      // One that is gone already is as good.
      await resource.refresh();
      return answer.ok || answer.failure.kind === "refused";
    },

    backUp: () => send(postBackup),

    async check(): Promise<void> {
      doctor.state = "busy";
      const answer = await send(getFindings);
      doctor.state = answer.ok ? "idle" : "failed";
      if (answer.ok) doctor.findings = answer.value.findings;
    },
  };
};

type SchoolService = ReturnType<typeof create>;

/** The school itself, for the signed-in administrator. */
export const useSchool = (): SchoolService => useService(create);
