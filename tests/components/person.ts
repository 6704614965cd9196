import userEvent from "@testing-library/user-event";
import { beforeAll, onTestFinished, vi } from "vitest";
import { act } from "./render.tsx";

// No pauses between events, since a test may hold the clock.
const user = userEvent.setup({ delay: null });

// Testing Library's user events, each within `act`, so that its result is rendered afterwards.

export const click = (element: HTMLElement): Promise<void> => act(() => user.click(element));

export const focus = (element: HTMLElement): Promise<void> => act(() => element.focus());

export const blur = (element: HTMLElement): Promise<void> => act(() => element.blur());

/** Presses a key on the element with the focus: `ArrowDown`, `c`. */
export const press = (key: string): Promise<void> => act(() => user.keyboard(`{${key}}`));

/** Replaces the value of a field. */
export const type = (field: HTMLInputElement, text: string): Promise<void> =>
  act(async () => {
    await user.clear(field);
    if (text !== "") await user.type(field, text.replaceAll(/[{[]/g, "$&$&"));
  });

export const hover = (element: HTMLElement): Promise<void> => act(() => user.hover(element));

export const unhover = (element: HTMLElement): Promise<void> => act(() => user.unhover(element));

export const selectOption = (list: HTMLSelectElement, value: string): Promise<void> =>
  act(() => user.selectOptions(list, value));

/** Replaces the value of a field at once, as a paste does, or chooses from a list. */
export const enter = (field: HTMLElement, value: string): Promise<void> =>
  act(() => {
    field.focus();
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
    setter?.call(field, value);
    const kind = field instanceof HTMLSelectElement ? "change" : "input";
    field.dispatchEvent(new Event(kind, { bubbles: true }));
  });

/** Chooses files in the page's only field for files. */
export const chooseFiles = (...files: File[]): Promise<void> =>
  act(() => {
    const input = document.querySelector<HTMLInputElement>("input[type=file]");
    if (!input) throw new Error("There is no field for files.");
    Object.defineProperty(input, "files", { value: files, configurable: true });
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });

/** Goes to an address of the app, and back to its beginning when the test ends. */
export const visit = (address: string): void => {
  history.pushState(null, "", address);
  onTestFinished(() => history.pushState(null, "", "/"));
};

/** Presses a key on the element with the focus, at once and without what a browser does by itself. */
export const strike = (key: string, init: KeyboardEventInit = {}): Promise<void> =>
  act(() =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }),
    ),
  );

/** Gives a file's tests a browser that tells what comes into view. @returns what brings all of it into view */
export const watchView = () => {
  const watched = new Map<Element, () => void>();
  beforeAll(() => {
    class Observer {
      readonly #report: IntersectionObserverCallback;
      constructor(report: IntersectionObserverCallback) {
        this.#report = report;
      }
      observe(element: Element) {
        const entry = { isIntersecting: true } as IntersectionObserverEntry;
        watched.set(element, () => this.#report([entry], this as never));
      }
      disconnect() {}
    }
    vi.stubGlobal("IntersectionObserver", Observer);
  });
  return async () => {
    for (const [element, report] of watched) {
      if (element.isConnected && !element.closest("[hidden]")) await act(report);
    }
  };
};
