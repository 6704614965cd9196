import type { MouseEvent } from "react";
import { useLocation, useRouter } from "wouter";

/**
 * Client-side navigation by event delegation: plain anchors with one click listener on their
 * container. In a list of thousands, each `Link` would subscribe to the address.
 */
export const useDelegatedLinks = () => {
  const { base } = useRouter();
  const [, navigate] = useLocation();
  return {
    /** The address as the address bar has it. */
    address: (path: string): string => base + path,
    onClick(event: MouseEvent<HTMLElement>): void {
      const link = (event.target as Element).closest("a");
      const path = link?.getAttribute("href");
      if (!path || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      navigate(path.slice(base.length));
    },
  };
};
