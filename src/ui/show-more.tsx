import { useEffect, useRef, useState } from "react";

interface ShowMoreProps {
  /** Whether the list goes on. Without more, nothing is shown; the component stays. */
  more: boolean;
  label: string;
  /** Shown if the next page cannot be fetched. */
  failure: string;
  entries: () => Iterable<Element>;
  /** Fetches the next page. @returns whether it could be fetched */
  onMore: () => Promise<boolean>;
}

/**
 * A button that adds the next page to a list. Then the focus moves to the first new entry: the button
 * may be gone, and the entries come before it.
 */
export const ShowMore = ({ more, label, failure, entries, onMore }: ShowMoreProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef<Set<Element> | null>(null);
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");

  // Runs after each change of the list, because this component is drawn again with it.
  useEffect(() => {
    if (!before.current) return;
    const added = [...entries()].find((entry) => !before.current?.has(entry));
    if (!(added instanceof HTMLElement)) return;
    before.current = null;
    const { activeElement } = document;
    // The person may have gone on meanwhile.
    if (activeElement !== document.body && activeElement !== button.current) return;
    const target = added.querySelector<HTMLElement>("a[href], button, [tabindex]") ?? added;
    if (target === added) added.tabIndex = -1;
    target.focus();
  });

  const show = async () => {
    if (state === "busy") return;
    before.current = new Set(entries());
    setState("busy");
    const isFetched = await onMore();
    if (!isFetched) before.current = null;
    setState(isFetched ? "idle" : "failed");
  };

  if (!more) return null;
  return (
    <>
      {state === "failed" ? <p role="alert">{failure}</p> : null}
      <p>
        <button
          ref={button}
          type="button"
          className="button quiet"
          aria-disabled={state === "busy" || undefined}
          onClick={() => void show()}
        >
          {label}
        </button>
      </p>
    </>
  );
};
