import { type PointerEvent, type ReactNode, useId, useRef, useState } from "react";
import { never } from "../lib/never.ts";
import { lazily } from "./lazily.tsx";
import styles from "./menu.module.css";
import type { MenuGroup, MenuListProps } from "./menu-list.tsx";

// The sign-in form has a menu too, and can wait for its inside.
const MenuList = lazily(
  ({
    loadStyle,
    onMissing,
  }: MenuListProps & Pick<MenuProps, "loadStyle"> & { onMissing(): void }) =>
    Promise.all([
      import(/* webpackChunkName: "menu-list" */ "./menu-list.tsx"),
      loadStyle?.(),
    ]).then(
      ([module]) => module,
      () => {
        onMissing();
        return never;
      },
    ),
);

export interface MenuProps {
  label: string;
  icon: ReactNode;
  groups: MenuGroup[];
  /** Opens when a mouse rests on it, on large screens. */
  hover?: boolean;
  disabled?: boolean;
  /** Fetches what an open menu is dressed in, where that may not be there yet. */
  loadStyle?: () => Promise<void>;
  /** The menu stays closed, for its code has not arrived. */
  onMissing: () => void;
}

const LARGE = "(width >= 992px)";

/** A button that opens a menu. */
export const Menu = ({ label, icon, groups, hover, disabled, loadStyle, onMissing }: MenuProps) => {
  const [open, setOpen] = useState<MenuListProps["focus"] | null>(null);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);

  const onHover = (event: PointerEvent) => {
    if (!hover || event.pointerType !== "mouse" || !matchMedia(LARGE).matches) return;
    const enters = event.type === "pointerenter";
    // One that was opened by a key or a click is there already, and is closed by them.
    setOpen((shown) => (enters ? (shown ?? "none") : shown === "none" ? null : shown));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what happens to the button and menu inside
    <div
      ref={root}
      className={styles.menu}
      onPointerEnter={onHover}
      onPointerLeave={onHover}
      onBlur={(event) => {
        if (!root.current?.contains(event.relatedTarget as Node | null)) setOpen(null);
      }}
      onKeyDown={(event) => {
        if (!event.key.startsWith("Arrow") || open) return;
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
          loadStyle={loadStyle}
          onMissing={() => {
            setOpen(null);
            onMissing();
          }}
          onClose={() => {
            setOpen(null);
            // A long menu is read while scrolling: the page stays where it is.
            root.current?.querySelector("button")?.focus({ preventScroll: true });
          }}
        />
      ) : null}
    </div>
  );
};
