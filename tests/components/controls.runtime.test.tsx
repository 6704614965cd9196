import { useRef, useState } from "react";
import { expect, test } from "vitest";
import { Dialog } from "../../src/app-context/dialog.tsx";
import { Button } from "../../src/ui/button.tsx";
import { Field } from "../../src/ui/field.tsx";
import { ShowMore } from "../../src/ui/show-more.tsx";
import { descriptionOf, getByRole, queryByRole } from "./accessible.ts";
import { click, focus } from "./person.ts";
import { act, render } from "./render.tsx";

test("a button does nothing while what it has begun goes on", async () => {
  const ends: (() => void)[] = [];
  const begin = () => new Promise<void>((end) => ends.push(end));
  await render(<Button onClick={begin}>Save</Button>);
  const button = getByRole("button");
  await click(button);
  await click(button);
  expect([ends.length, button.getAttribute("aria-disabled")]).toEqual([1, "true"]);
  await act(() => ends[0]?.());
  await click(button);
  expect(ends.length).toBe(2);
});

test("an error is part of a field's description until it is corrected, and what is typed stays", async () => {
  const { redraw } = await render(<Field label="Username" error="Please enter your username" />);
  const field = getByRole<HTMLInputElement>("textbox", "Username");
  field.value = "dana";
  expect(descriptionOf(field)).toBe("Please enter your username");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await redraw(<Field label="Username" />);
  expect(getByRole("textbox", "Username")).toBe(field);
  expect(field.value).toBe("dana");
  expect(descriptionOf(field)).toBe("");
  expect(field.getAttribute("aria-invalid")).toBeNull();
});

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

test("a dialog that is opened again right after Escape stays open", async () => {
  await render(<Opener />);
  await click(getByRole("button", "Open"));
  const first = getByRole("dialog", "Darts");
  // What Escape sends.
  await act(() => first.dispatchEvent(new Event("cancel", { cancelable: true })));
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

const PAGE = ["Bust"];
const NEXT = ["Hip", "Inseam"];

/** A list of links whose second page comes when the test says so. */
const List = ({ answers }: { answers: Promise<boolean>[] }) => {
  const list = useRef<HTMLUListElement>(null);
  const [names, setNames] = useState(PAGE);
  return (
    <>
      <ul ref={list}>
        {names.map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{name}</a>
          </li>
        ))}
      </ul>
      <ShowMore
        more={names === PAGE}
        label="Show more"
        failure="Not fetched"
        entries={() => list.current?.children ?? []}
        onMore={async () => {
          const isFetched = (await answers.shift()) ?? false;
          if (isFetched) setNames([...PAGE, ...NEXT]);
          return isFetched;
        }}
      />
      <input aria-label="Elsewhere" />
    </>
  );
};

const showMore = () => getByRole("button", "Show more");

test("a button that shows more of a list says that the page could not be fetched, keeps the list and can be pressed again", async () => {
  await render(<List answers={[Promise.resolve(false), Promise.resolve(true)]} />);
  await click(showMore());
  expect(getByRole("alert").textContent).toBe("Not fetched");
  expect(document.activeElement).toBe(showMore());
  await click(showMore());
  expect(queryByRole("alert")).toBeNull();
  expect(document.activeElement).toBe(getByRole("link", "Hip"));
});

test("a button that shows more of a list fetches once however often it is pressed, and leaves the focus where the person has put it", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answers = [promise, Promise.resolve(false)];
  await render(<List answers={answers} />);
  await click(showMore());
  expect(showMore().getAttribute("aria-disabled")).toBe("true");
  await click(showMore());
  await focus(getByRole("textbox", "Elsewhere"));
  await act(() => resolve(true));
  expect(answers).toHaveLength(1);
  expect(document.activeElement).toBe(getByRole("textbox", "Elsewhere"));
  expect(getByRole("link", "Inseam")).not.toBeNull();
});
