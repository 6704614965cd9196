import { useLayoutEffect } from "react";
import { expect, test } from "vitest";
import { lazily } from "../../src/ui/lazily.tsx";
import { render } from "./render.tsx";

interface Module {
  default: typeof Word;
}
const Word = () => <p>Here</p>;

/** Does something once all is drawn, and before any other effect. */
const Once = ({ work }: { work: () => void }) => {
  useLayoutEffect(work, [work]);
  return null;
};

/** Code that arrives at the very moment that the test says. */
const delivery = () => {
  const waiting: ((module: Module) => void)[] = [];
  // biome-ignore lint/suspicious/noThenProperty: a promise would tell a little later
  const module = { then: (told: (module: Module) => void) => void waiting.push(told) };
  return {
    load: () => module as unknown as Promise<Module>,
    arrive: () => {
      for (const told of waiting) told({ default: Word });
    },
  };
};

test("what is drawn just when its code arrives for another one is shown too", async () => {
  const { load, arrive } = delivery();
  const Lazy = lazily(load);
  const { container, redraw } = await render(<Lazy key="first" />);
  expect(container.textContent).toBe("");
  await redraw(
    <>
      <Lazy key="second" />
      <Once work={arrive} />
    </>,
  );
  expect(container.textContent).toBe("Here");
});
