import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import styles from "./menu-list.module.css";

export interface MenuItem {
  key: string;
  label: ReactNode;
  /** A description below the label, for example why the item is disabled. */
  note?: ReactNode;
  /** Shown after the label to draw attention to the note; hidden from screen readers. */
  badge?: string;
  current?: boolean;
  disabled?: boolean;
  /** The language of the label if it differs from the interface language. */
  lang?: string;
  onSelect: () => void;
}

export interface MenuGroup {
  key: string;
  label?: ReactNode;
  items: MenuItem[];
}

export interface MenuListProps {
  id: string;
  label: string;
  groups: MenuGroup[];
  /** The item that gets the focus on opening; `none` when a mouse opened the menu. */
  focus: "first" | "last" | "none";
  /** Called when the menu should close. The opener then gets the focus back. */
  onClose: () => void;
}

/** An open menu. Arrows, Home, End and first letters move the focus; Escape closes it. */
const MenuList = ({ id, label, groups, focus, onClose }: MenuListProps) => {
  const root = useRef<HTMLDivElement>(null);
  const items = () =>
    Array.from(root.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once, when the menu opens
  useLayoutEffect(() => {
    if (focus === "none") return;
    const all = items();
    (all.find((item) => item.ariaCurrent) ?? all.at(focus === "first" ? 0 : -1))?.focus();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const target = {
      ArrowDown: all[(at + 1) % all.length],
      ArrowUp: all.at(at < 0 ? -1 : at - 1),
      Home: all[0],
      End: all.at(-1),
    }[event.key];
    if (target || event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (target) target.focus();
      else onClose();
    } else if (event.key.length === 1 && event.key !== " ") {
      const { lang } = document.documentElement;
      const { compare } = new Intl.Collator(lang || "en", { sensitivity: "base" });
      [...all.slice(at + 1), ...all]
        .find((item) => compare(item.textContent?.trim().charAt(0) ?? "", event.key) === 0)
        ?.focus();
    }
  };

  return (
    <div
      ref={root}
      id={id}
      role="menu"
      aria-label={label}
      className={styles.list}
      onKeyDown={onKeyDown}
    >
      {groups.map((group) => (
        <Group key={group.key} group={group} onDone={onClose} />
      ))}
    </div>
  );
};

export default MenuList;

const Group = ({ group, onDone }: { group: MenuGroup; onDone: () => void }) => {
  const id = useId();
  const entries = group.items.map((item, index) => (
    // The note is outside the button, because inside it would become part of the button's name.
    <div key={item.key} role="none" className={styles.row}>
      {/* The menu handles its keys. The button handles Enter and Space. */}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        lang={item.lang}
        className={styles.item}
        aria-current={item.current ? "true" : undefined}
        aria-disabled={item.disabled || undefined}
        aria-describedby={item.note ? `${id}n${index}` : undefined}
        onClick={() => {
          if (item.disabled) return;
          onDone();
          item.onSelect();
        }}
      >
        {item.label}
        {item.badge ? (
          <span className={styles.badge} aria-hidden="true">
            {item.badge}
          </span>
        ) : null}
      </button>
      {item.note ? <small id={`${id}n${index}`}>{item.note}</small> : null}
    </div>
  ));
  if (!group.label) return entries;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu may not contain a fieldset
    <div role="group" aria-labelledby={id}>
      <div id={id} className={styles.heading}>
        {group.label}
      </div>
      {entries}
    </div>
  );
};
