import { useLayoutEffect } from "react";
import { expect, test } from "vitest";
import { lazyComponent } from "../../src/ui/lazy-component.tsx";
import { render } from "./render.tsx";

interface Module {
  default: typeof Word;
}
const Word = () => <p>Here</p>;

/** Runs a function after the render, before any other effect. */
const Once = ({ work }: { work: () => void }) => {
  useLayoutEffect(work, [work]);
  return null;
};

/** Code that arrives when the test says so. */
const delivery = () => {
  const waiting: ((module: Module) => void)[] = [];
  // biome-ignore lint/suspicious/noThenProperty: a promise would resolve a moment later
  const module = { then: (events: (module: Module) => void) => void waiting.push(events) };
  return {
    load: () => module as unknown as Promise<Module>,
    arrive: () => {
      for (const events of waiting) events({ default: Word });
    },
  };
};

test("a component that renders while the code it shares is arriving is shown too", async () => {
  const { load, arrive } = delivery();
  const Lazy = lazyComponent(load);
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
