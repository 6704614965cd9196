import { afterEach, expect, test, vi } from "vitest";
import { BrokenScreen } from "../../src/features/shell/error-boundary.tsx";
import { getByRole } from "./accessible.ts";
import { act, render } from "./render.tsx";

const CHECK = "Please check your internet connection and try again";

const setOnline = (onLine: boolean) =>
  Object.defineProperty(navigator, "onLine", { value: onLine, configurable: true });

afterEach(() => Reflect.deleteProperty(navigator, "onLine"));

test("a screen that could not be fetched without a network names only the network, and comes with it", async () => {
  setOnline(false);
  const onRetry = vi.fn();
  await render(<BrokenScreen onRetry={onRetry} />);
  expect(getByRole("alert").textContent).toBe(`${CHECK}Try again`);
  expect(getByRole("heading").textContent).toBe(CHECK);
  await act(() => dispatchEvent(new Event("online")));
  expect(onRetry).toHaveBeenCalledOnce();
});

test("a screen that failed otherwise says so", async () => {
  setOnline(true);
  await render(<BrokenScreen onRetry={() => {}} />);
  expect(getByRole("heading").textContent).toBe("Something went wrong on this page.");
  expect(getByRole("alert").textContent).toContain(CHECK);
});
