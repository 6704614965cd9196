import { expect, test } from "vitest";
import { matchFailure } from "../../../../src/core/match-failure.ts";
import {
  createLicenceSigning,
  signingMessages,
} from "../../../../src/features/downloads/licence-signing.ts";
import { openTransport } from "../../support/open-transport.ts";

const SIGNED = {
  licence: "LSL1.claims.signature",
  until: "2027-03-01",
  serialNumber: "11111111-2222-3333-4444-555555555555",
};

const open = (answer: () => Response | Promise<Response>) => {
  const asked: unknown[] = [];
  const transport = openTransport({
    fetch: async (_, init) => {
      asked.push(JSON.parse(String(init?.body)));
      return answer();
    },
  });
  return { signing: createLicenceSigning({ transport }), asked };
};

test("a request is signed until the day that was chosen, once however often it is sent", async () => {
  const { signing, asked } = open(() => Response.json({ ...SIGNED, fullName: "Dana Levi" }));
  const first = signing.sign("  LSR1.request.check\n", "2027-03-01");
  expect(signing.state).toMatchObject({ busy: true, signed: null });
  await Promise.all([first, signing.sign("LSR1.request.check", null)]);
  expect(asked).toEqual([{ request: "LSR1.request.check", until: "2027-03-01" }]);
  expect(signing.state).toEqual({
    busy: false,
    failure: null,
    signed: { ...SIGNED, fullName: "Dana Levi" },
  });
});

// The messages are a table; these are one of each way through it.
test.each([
  [409, "licence/no_seat", "no-seat"],
  [503, "activation/throttled", "throttled"],
  [422, "x", "no-request"],
  [500, "x", "no-connection"],
])("a refusal with %i %s is shown as %s", async (status, code, message) => {
  const { signing } = open(() => Response.json({ code }, { status }));
  await signing.sign("LSR1.request.check", null);
  expect(signing.state).toMatchObject({ busy: false, signed: null });
  const { failure } = signing.state;
  expect(failure && matchFailure(failure, signingMessages)).toBe(`licence-file.${message}`);
});
