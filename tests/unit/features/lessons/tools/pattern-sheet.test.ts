import { expect, test } from "vitest";
import { fetchPatternSheet } from "../../../../../src/features/lessons/tools/pattern-sheet.ts";
import { noNetwork, openAsked } from "../../../support/open-transport.ts";

const fetched = async (answer: () => Response) => {
  const { sendForBytes, asked } = openAsked(answer);
  return { sheet: await fetchPatternSheet(sendForBytes, "PM", "a b.pdf"), asked };
};

test("a pattern sheet is fetched as an asset, and is a PDF whatever its content type", async () => {
  const html = { headers: { "content-type": "text/html" } };
  const { sheet, asked } = await fetched(() => new Response("%PDF-1.4 …", html));
  const address = "http://school.example/assets/fetchData?product=PM&title=a+b.pdf";
  expect(asked.map(({ url }) => url.href)).toEqual([address]);
  expect(sheet?.type).toBe("application/pdf");
  expect(await sheet?.text()).toBe("%PDF-1.4 …");
});

test.each([
  ["a page", () => new Response("<script>alert(1)</script>")],
  ["nothing", () => new Response("")],
  ["a refusal", () => Response.json({ code: "asset/not_found" }, { status: 404 })],
  ["no network", noNetwork],
])("%s is no sheet", async (_what, answer) => {
  expect((await fetched(answer)).sheet).toBeNull();
});
