import { type KeyboardEvent, useRef, useState } from "react";

/** Of a toolbar: one of its buttons is reached by Tab, the arrow keys move among all. */
export const useRovingFocus = () => {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState("");

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    if (at < 0) return;
    const isRightToLeft = bar.current?.closest("[dir]")?.getAttribute("dir") === "rtl";
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: isRightToLeft ? -1 : 1,
      ArrowLeft: isRightToLeft ? 1 : -1,
      ArrowDown: 1,
      ArrowUp: -1,
      Home: -at,
      End: buttons.length - 1 - at,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    buttons.at((at + step) % buttons.length)?.focus();
  };

  return {
    bar,
    onKeyDown,
    /** The properties of a button. The first one is reached by Tab until another has had the focus. */
    rove: (name: string, isFirst = false) => ({
      tabIndex: (current || (isFirst ? name : "")) === name ? 0 : -1,
      onFocus: () => setCurrent(name),
    }),
  };
};

export type Rove = ReturnType<typeof useRovingFocus>["rove"];
