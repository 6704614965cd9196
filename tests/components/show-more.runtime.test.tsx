import { useRef, useState } from "react";
import { expect, test } from "vitest";
import { ShowMore } from "../../src/ui/show-more.tsx";
import { getByRole, queryByRole } from "./accessible.ts";
import { click, focus } from "./person.ts";
import { act, render } from "./render.tsx";

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

const button = () => getByRole("button", "Show more");

test("a button that shows more of a list says that the page could not be fetched, keeps the list and can be pressed again", async () => {
  await render(<List answers={[Promise.resolve(false), Promise.resolve(true)]} />);
  await click(button());
  expect(getByRole("alert").textContent).toBe("Not fetched");
  expect(document.activeElement).toBe(button());
  await click(button());
  expect(queryByRole("alert")).toBeNull();
  expect(document.activeElement).toBe(getByRole("link", "Hip"));
});

test("a button that shows more of a list fetches once however often it is pressed, and leaves the focus where the person has put it", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answers = [promise, Promise.resolve(false)];
  await render(<List answers={answers} />);
  await click(button());
  expect(button().getAttribute("aria-disabled")).toBe("true");
  await click(button());
  await focus(getByRole("textbox", "Elsewhere"));
  await act(() => resolve(true));
  expect(answers).toHaveLength(1);
  expect(document.activeElement).toBe(getByRole("textbox", "Elsewhere"));
  expect(getByRole("link", "Inseam")).not.toBeNull();
});
