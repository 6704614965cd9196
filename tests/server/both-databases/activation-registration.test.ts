import { expect, test } from "vitest";
import { activationCalls, codeOf, EMPTY_FORM, FORM, newMachine } from "../support/machine.ts";
import { it } from "../support/on-sqlite.ts";
import { openSchool } from "../support/test-school.ts";

const school = openSchool.shared();
const { activate, activated, issue } = activationCalls(() => school);

const kept = (serial: string) =>
  school.database.read
    .selectFrom("registration")
    .selectAll()
    .where("serial", "=", serial)
    .executeTakeFirst();

it("the registration of a desktop app is stored with the first activation", async () => {
  const serial = await issue();
  await activate(newMachine(), serial, { form: { ...FORM, country: "il" } });
  expect(await kept(serial)).toEqual({
    serial,
    full_name: "Noa Brand",
    email: "noa@thimble.example",
    country: "IL",
    address: "12 Bobbin Lane, Haifa",
    telephone: "+972 4 555 0100",
    created: school.now,
  });
});

it.each([
  ["nothing", EMPTY_FORM],
  ["no address of mail", { ...FORM, email: "noa" }],
])("a registration is required again after %s, and takes no seat", async (_what, form) => {
  const serial = await issue({ seats: 1 });
  expect((await activate(newMachine(), serial, { form })).text).toBe("Error100");
  // The claim to be registered is not trusted.
  const claimed = await activate(newMachine(), serial, { form, registered: true });
  expect(claimed.text).toBe("Error100");
  expect(await kept(serial)).toBeUndefined();
  const machine = newMachine();
  expect(await activated(machine, serial)).toBe(codeOf(machine, serial));
});

it("the registration of a desktop app is not required twice, and a second one does not change the first", async () => {
  const serial = await issue({ seats: 3 });
  await activate(newMachine(), serial);
  const without = newMachine();
  expect(await activated(without, serial, { form: EMPTY_FORM, registered: true })).toBe(
    codeOf(without, serial),
  );
  const other = newMachine();
  const form = { ...FORM, fullname: "Somebody Else" };
  const [, , licence = ""] = (await activate(other, serial, { form })).text.split("\n");
  const said = JSON.parse(Buffer.from(licence.split(".")[0] ?? "", "base64url").toString());
  expect(said.fullName).toBe("Noa Brand");
  expect((await kept(serial))?.full_name).toBe("Noa Brand");
});

test("the registration of a desktop app is stored once when two machines register at the same moment", async () => {
  const serial = await issue({ seats: 2 });
  const answers = await Promise.all(
    ["Noa Brand", "Ruth Okafor"].map((fullname) =>
      activated(newMachine(), serial, { form: { ...FORM, fullname } }),
    ),
  );
  for (const line of answers) expect(line).toMatch(/^[\da-f]{64}$/);
  expect(["Noa Brand", "Ruth Okafor"]).toContain((await kept(serial))?.full_name);
});

test("the registration of a desktop app stores hardware info of any length and kind", async () => {
  const serial = await issue({ seats: 3 });
  for (const hardware of ["", "\0\ud800", "x".repeat(20_000)]) {
    const machine = { ...newMachine(), hardware };
    expect(await activated(machine, serial)).toBe(codeOf(machine, serial));
  }
});
