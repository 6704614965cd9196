import { useState } from "react";
import { expect, test } from "vitest";
import { Dialog } from "../../src/ui/dialog.tsx";
import { byRole, theOne } from "./accessible.ts";
import { click } from "./person.ts";
import { act, render } from "./render.tsx";

const Opener = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open ? (
        <Dialog title="Darts" about="darts" closeLabel="Close" onClose={() => setOpen(false)}>
          <input type="file" aria-label="Photo" />
        </Dialog>
      ) : null}
    </>
  );
};

const pressEscape = (dialog: HTMLElement) =>
  act(() => dialog.dispatchEvent(new Event("cancel", { cancelable: true })));

test("a dialog that is opened again right after Escape stays open", async () => {
  await render(<Opener />);
  await click(theOne("button", "Open"));
  const first = theOne("dialog", "Darts");
  await pressEscape(first);
  expect(byRole("dialog")).toBeNull();
  await click(theOne("button", "Open"));
  // The browser tells of the first one's end when it has time.
  await act(() => first.dispatchEvent(new Event("close")));
  expect(byRole("dialog", "Darts")).not.toBeNull();
});

test("a dialog stays open when a file chooser in it is cancelled", async () => {
  await render(<Opener />);
  await click(theOne("button", "Open"));
  const chooser = document.querySelector("input");
  await act(() => chooser?.dispatchEvent(new Event("cancel", { bubbles: true })));
  expect(byRole("dialog", "Darts")).not.toBeNull();
});
