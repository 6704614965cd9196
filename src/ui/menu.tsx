import { type PointerEvent, type ReactNode, useId, useRef, useState } from "react";
import { never } from "../lib/never.ts";
import { lazyComponent } from "./lazy-component.tsx";
import styles from "./menu.module.css";
import type { MenuGroup, MenuListProps } from "./menu-list.tsx";
import { upTo } from "./viewport.ts";

// Not in the first file, because the sign-in form has a menu too and must stay small.
const MenuList = lazyComponent(({ onMissing }: MenuListProps & { onMissing(): void }) =>
  import(/* webpackChunkName: "brand" */ "./menu-list.tsx").catch(() => {
    onMissing();
    return never;
  }),
);

export interface MenuProps {
  label: string;
  icon: ReactNode;
  groups: MenuGroup[];
  /** Whether hovering with a mouse opens it on large screens. */
  hover?: boolean;
  disabled?: boolean;
  /** Called when the menu's code could not be loaded. The menu stays closed. */
  onMissing: () => void;
}

/** A button that opens a menu. */
export const Menu = ({ label, icon, groups, hover, disabled, onMissing }: MenuProps) => {
  const [open, setOpen] = useState<MenuListProps["focus"] | null>(null);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);

  const onHover = (event: PointerEvent) => {
    if (!hover || event.pointerType !== "mouse" || matchMedia(upTo("md")).matches) return;
    const enters = event.type === "pointerenter";
    // A menu that was opened by a key or a click is not closed by the pointer.
    setOpen((shown) => (enters ? (shown ?? "none") : shown === "none" ? null : shown));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles events of the button and menu inside
    <div
      ref={root}
      className={styles.menu}
      onPointerEnter={onHover}
      onPointerLeave={onHover}
      onBlur={(event) => {
        if (!root.current?.contains(event.relatedTarget as Node | null)) setOpen(null);
      }}
      onKeyDown={(event) => {
        // A menu that only the pointer has opened does not have the focus yet.
        if (!event.key.startsWith("Arrow") || (open && open !== "none")) return;
        event.preventDefault();
        setOpen(event.key === "ArrowUp" ? "last" : "first");
      }}
    >
      <button
        type="button"
        className={styles.opener}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        aria-controls={open ? id : undefined}
        disabled={disabled}
        onClick={() => setOpen(open && open !== "none" ? null : "first")}
      >
        {icon}
        <span className={styles.word}>{label}</span>
      </button>
      {open ? (
        <MenuList
          key={open}
          id={id}
          label={label}
          groups={groups}
          focus={open}
          onMissing={() => {
            setOpen(null);
            onMissing();
          }}
          onClose={() => {
            setOpen(null);
            // The person may have scrolled to read a long menu, so the page does not jump back.
            root.current?.querySelector("button")?.focus({ preventScroll: true });
          }}
        />
      ) : null}
    </div>
  );
};
