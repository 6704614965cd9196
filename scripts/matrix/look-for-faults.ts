/**
 * Looks at the page for sideways scrolling, targets under 44 pixels and text that is cut off. It
 * runs in the page, so it uses nothing outside itself.
 * @returns one line for each finding
 */
export const lookForFaults = (): string[] => {
  const LEAST = 44;
  const found: string[] = [];
  const nameOf = (element: Element): string => {
    const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();
    return `<${element.localName}> ${words.replaceAll(/\s+/g, " ").slice(0, 40)}`;
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    // What is clipped away is for screen readers, or comes with the focus.
    element.closest(".unseen, .skip:not(:focus)") === null;
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    found.push(`sideways: ${root.scrollWidth - root.clientWidth} px`);
    for (const element of document.body.querySelectorAll("*")) {
      const { left, right, width } = element.getBoundingClientRect();
      if (width > 0 && (right > root.clientWidth + 1 || left < -1)) {
        found.push(`sideways: beyond the edge: ${nameOf(element)}`);
        break;
      }
    }
  }

  /** A link between words of a text is as high as its line. */
  const isInText = (element: Element): boolean => {
    const holder = element.parentElement;
    if (!holder || getComputedStyle(element).display !== "inline") return false;
    return Array.from(holder.childNodes).some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
  };
  const targets =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=menuitem], [role=switch], [role=tab]";
  for (const target of document.body.querySelectorAll(targets)) {
    if (!isShown(target) || isInText(target) || target.closest("[inert]")) continue;
    const parts: Element[] = [target, ...((target as HTMLInputElement).labels ?? [])];
    // A row is wholly a target when a pseudo-element of its link covers it.
    const cover = getComputedStyle(target, "::after");
    const row = (target as HTMLElement).offsetParent;
    if (row && cover.content !== "none" && cover.position === "absolute") parts.push(row);
    const boxes = parts.map((element) => element.getBoundingClientRect());
    const width = Math.max(...boxes.map((box) => box.width));
    const height = Math.max(...boxes.map((box) => box.height));
    if (width < LEAST - 0.5 || height < LEAST - 0.5) {
      found.push(`target: ${Math.round(width)} × ${Math.round(height)}: ${nameOf(target)}`);
    }
  }

  for (const element of document.body.querySelectorAll("*")) {
    if (!isShown(element) || !element.textContent?.trim()) continue;
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
    if (clientWidth <= 1 || clientHeight <= 1) continue;
    // It says that there is more, and opens.
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
    if (textOverflow === "ellipsis" && element.matches(":not([open]) > summary")) continue;
    const cuts = (overflow: string) => overflow === "hidden" || overflow === "clip";
    if (cuts(overflowX) && scrollWidth > clientWidth + 1) {
      found.push(`cut off: ${scrollWidth - clientWidth} px in width: ${nameOf(element)}`);
    } else if (cuts(overflowY) && scrollHeight > clientHeight + 2) {
      found.push(`cut off: ${scrollHeight - clientHeight} px in height: ${nameOf(element)}`);
    }
  }
  return [...new Set(found)];
};
