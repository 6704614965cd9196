import { act } from "./render.tsx";

/** What a person does to the page. A key goes to the element with the focus. */
export const click = (element: HTMLElement): Promise<void> => act(() => element.click());

export const focus = (element: HTMLElement): Promise<void> => act(() => element.focus());

export const blur = (element: HTMLElement): Promise<void> => act(() => element.blur());

export const press = (key: string): Promise<void> =>
  act(() =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
    ),
  );

/** Without telling React, which takes a value that it has seen set for no news. */
const setValue = (field: HTMLInputElement | HTMLSelectElement, value: string) => {
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
  set?.call(field, value);
};

/** Replaces the value of a field. */
export const type = (field: HTMLInputElement, text: string): Promise<void> =>
  act(() => {
    field.focus();
    setValue(field, text);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });

// React makes entering and leaving out of over and out, which bubble; Preact takes them as they are.
const point = (element: HTMLElement, names: [string, string]) =>
  act(() => {
    for (const [index, name] of names.entries()) {
      element.dispatchEvent(
        new PointerEvent(name, { bubbles: index === 0, pointerType: "mouse", relatedTarget: null }),
      );
    }
  });

export const hover = (element: HTMLElement): Promise<void> =>
  point(element, ["pointerover", "pointerenter"]);

export const unhover = (element: HTMLElement): Promise<void> =>
  point(element, ["pointerout", "pointerleave"]);

/** Chooses from a list. */
export const selectOption = (list: HTMLSelectElement, value: string): Promise<void> =>
  act(() => {
    setValue(list, value);
    list.dispatchEvent(new Event("change", { bubbles: true }));
  });
