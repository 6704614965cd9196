import { describe, expect, test } from "vitest";
import type { Asking } from "../../server/support/client.ts";
import { formRequest } from "../../server/support/form.ts";
import { readSchoolRows } from "../../server/support/school-rows.ts";
import { ACCESS, valueFor } from "../support/access-table.ts";
import { contractCalls, fillPath, nameOf } from "../support/contract-calls.ts";
import { expectSound } from "../support/expect-sound.ts";
import { MARK, type PreparedSchool, ROLES, type Role } from "../support/prepared-school.ts";

/** What each role may do. Before all others, as it expects what was prepared. */
export const roles = (prepared: () => PreparedSchool): void => {
  describe("with every role", () => {
    test("the table of access has a row for every call of the contract, and no other", () => {
      expect(Object.keys(ACCESS).toSorted()).toEqual(contractCalls.map(nameOf).toSorted());
    });

    /** Sends one call with the attacked student's ids. */
    const ask = async (call: (typeof contractCalls)[number], role: Role) => {
      const { hers, sender } = prepared();
      const access = ACCESS[nameOf(call)];
      const values = valueFor(access?.params, hers) ?? {};
      const path = fillPath(call, (key) => encodeURIComponent(String(values[key])));
      const search = new URLSearchParams(valueFor(access?.query, hers));
      const who = sender(role);
      const json = valueFor(access?.json, hers);
      const asking: Asking = { ...who, method: call.method, ...(json && { json }) };
      const form = valueFor(access?.form, hers);
      if (form) {
        const { token, ...sent } = formRequest(who.token ?? "", form, who.headers);
        Object.assign(asking, sent, token ? { token } : {});
      }
      return prepared().served.send(`${path}?${search}`, asking);
    };

    /** The rows of the attacked student, which strangers must not change. */
    const herRows = async () => {
      const { DATA_DIR = "", DATABASE_URL } = prepared().variables;
      const rows = await readSchoolRows(DATA_DIR, DATABASE_URL);
      const { account, thread } = prepared().hers;
      const isHers = (table: string) => (line: string) => {
        const row = JSON.parse(line);
        const owner = row.account_id ?? (table === "account" ? row.id : undefined);
        return owner === account || row.conversation_id === thread;
      };
      const owned = ["note", "measurement", "upload", "progress", "conversation", "message"];
      const hers = [...owned, "account"].map((each) => [each, rows[each]?.filter(isHers(each))]);
      return Object.fromEntries(hers);
    };

    // Strangers first: tutors and administrators may change what is hers.
    test.each(ROLES)("%s gets what the table of access says, and nothing more", async (role) => {
      const isStranger = ROLES.indexOf(role) <= ROLES.indexOf("student");
      const before = await herRows();
      const found: Record<string, number> = {};
      for (const call of contractCalls) {
        const answer = await ask(call, role);
        expectSound(`${nameOf(call)} as ${role}`, answer);
        found[nameOf(call)] = answer.status;
        // No browser stores what belongs to one person; a picture of the content belongs to the school.
        const isOwn = call.path.startsWith("/user/") && call.path !== "/user/assignments/image";
        if (isOwn && call.method === "GET" && answer.status === 200)
          expect(answer.headers["cache-control"], nameOf(call)).toBe("no-store");
        if (isStranger) expect(answer.text.includes(MARK), nameOf(call)).toBe(false);
      }
      const at = ROLES.indexOf(role);
      const expected = Object.entries(ACCESS).map(([name, { statuses }]) => [name, statuses[at]]);
      expect(found).toEqual(Object.fromEntries(expected));
      if (isStranger) expect(await herRows()).toEqual(before);
    });

    test("an id that is almost one lets nobody in", async () => {
      const { hers } = prepared();
      const { measurement } = hers;
      for (const id of [`${measurement}.0`, `0${measurement}`, `${measurement}%20`, "-1", "1e0"]) {
        const asking = { method: "DELETE", token: prepared().token("student") };
        const answer = await prepared().served.sendRaw(`/user/measurements/${id}`, asking);
        expect([id, answer.status]).toEqual([id, 404]);
      }
    });
  });
};
