import { expect, onTestFinished, test, vi } from "vitest";
import { EXAMPLE_BODY } from "../../src/drafting/example-body.ts";
import PrintRoom from "../../src/features/patterns/print-room/print-room.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole } from "./accessible.ts";
import { act, render } from "./render.tsx";
import { withApp } from "./with-app.tsx";

test("the print room saves the measurements for Seamly, with those that the block does not use", async () => {
  const { app } = await openSignedIn();
  const saved: Blob[] = [];
  const names: string[] = [];
  const create = vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    saved.push(file as Blob);
    return "blob:measures";
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  onTestFinished(() => {
    create.mockRestore();
    click.mockRestore();
  });
  await render(
    withApp(
      app,
      <PrintRoom
        shows="print"
        steps={[]}
        zip={null}
        chosen={[]}
        request={{ block: "skirt-block", values: EXAMPLE_BODY, options: {} }}
        pieces={[]}
        facts={[]}
        table={{ name: "Me: in spring", units: "cm" }}
      />,
    ),
    { language: "en" },
  );
  await act(() => getByRole("button", "Save measurements for Seamly").click());
  expect(names).toHaveLength(1);
  expect(names[0]).toMatch(/^Me.+in spring\.smis$/);
  const text = await saved[0]?.text();
  expect(text).toContain("<given-name>Me: in spring</given-name>");
  expect(text).toContain('<m name="bust_circ" value="90"/>');
});
