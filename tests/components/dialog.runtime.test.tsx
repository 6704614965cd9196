import { useState } from "react";
import { expect, test } from "vitest";
import { Dialog } from "../../src/app-context/dialog.tsx";
import { getByRole, queryByRole } from "./accessible.ts";
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
        <Dialog title="Darts" about="darts" onClose={() => setOpen(false)}>
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
  await click(getByRole("button", "Open"));
  const first = getByRole("dialog", "Darts");
  await pressEscape(first);
  expect(queryByRole("dialog")).toBeNull();
  await click(getByRole("button", "Open"));
  // The browser reports the close event of the first one later.
  await act(() => first.dispatchEvent(new Event("close")));
  expect(queryByRole("dialog", "Darts")).not.toBeNull();
});

test("a dialog stays open when a file chooser in it is cancelled", async () => {
  await render(<Opener />);
  await click(getByRole("button", "Open"));
  const chooser = document.querySelector("input");
  await act(() => chooser?.dispatchEvent(new Event("cancel", { bubbles: true })));
  expect(queryByRole("dialog", "Darts")).not.toBeNull();
});
