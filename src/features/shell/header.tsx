import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import type { Courses } from "../../core/courses.ts";
import type { OrganisationService } from "../../core/organisation.ts";
import type { Session } from "../../core/session.ts";
import type { CourseState } from "../../domain/course-expiry.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { translated } from "../../domain/translated.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { COURSES, Icon, PERSON, PROGRESS } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { MenuGroup, MenuItem } from "../../ui/menu-list.tsx";
import { BrandBar } from "./brand-bar.tsx";

/** A screen that a menu leads to. */
export interface HeaderEntry {
  text: MessageId;
  path: string;
  /** Said beside it, with a badge that draws attention to it. */
  note?: MessageId;
}

export interface HeaderProps {
  session: Session;
  organisation: OrganisationService;
  courses: Courses;
  language: ReactNode;
  /** What stands beside the menus. */
  links?: ReactNode;
  /** Key of the course being studied. */
  selected: string | null;
  /** Screens of the course being studied, and those about oneself. */
  entries: {
    progress: readonly HeaderEntry[];
    own: readonly HeaderEntry[];
  };
  /** A menu's code has not arrived. */
  onMissing: () => void;
  onHome: () => void;
  onGo: (path: string) => void;
  /** Absent where nobody signs in. */
  onLogout?: () => void;
  onCourse: (productKey: string, courseKey: string) => void;
}

/** The school's name, and the menus for courses, progress, oneself and the language. */
export const Header = (props: HeaderProps) => {
  const text = useText();
  const intl = useIntl();
  const { name, organisation } = useSnapshot(props.organisation.state);
  const { user, level } = useSnapshot(props.session.state);
  const { groups } = useSnapshot(props.courses.state);

  const noteOf = (state: CourseState): string | undefined => {
    if (state.kind === "no-subscription") return text("courses.no-subscription");
    const date = state.kind === "expired" ? state.on : state.until;
    if (!date) return undefined;
    const shown = intl.formatDate(date, { dateStyle: "medium", timeZone: "UTC" });
    return text(state.kind === "expired" ? "courses.expired" : "courses.until", { date: shown });
  };

  const courseGroups: MenuGroup[] = groups.map(({ product, courses }) => ({
    key: product.cd,
    label: translated(product, "title", intl.locale),
    items: courses.map(({ course, state }) => ({
      key: course.key,
      label: translated(course, "title", intl.locale),
      note: noteOf(state),
      current: course.key === props.selected,
      disabled: state.kind !== "active",
      onSelect: () => props.onCourse(product.cd, course.key),
    })),
  }));

  const itemsOf = (entries: readonly HeaderEntry[]): MenuItem[] =>
    entries.map(({ text: id, path, note }) => ({
      key: path,
      label: text(id),
      ...(note && { note: text(note), badge: "!" }),
      onSelect: () => props.onGo(path),
    }));

  const progress: MenuGroup = { key: "progress", items: itemsOf(props.entries.progress) };

  const own: MenuGroup = {
    key: "own",
    items: [
      ...itemsOf(props.entries.own),
      ...(props.onLogout
        ? [{ key: "logout", label: text("header.logout"), onSelect: props.onLogout }]
        : []),
    ],
  };

  return (
    <BrandBar name={name} logo={organisation?.logo ?? ""} onHome={props.onHome}>
      <Menu
        label={text("courses.menu")}
        icon={<Icon path={COURSES} />}
        groups={courseGroups}
        onMissing={props.onMissing}
        disabled={courseGroups.length === 0}
      />
      {props.entries.progress.length > 0 ? (
        <Menu
          label={text("header.progress")}
          icon={<Icon path={PROGRESS} />}
          groups={[progress]}
          onMissing={props.onMissing}
          // Tutors have hand-ins to answer, whatever course they look at.
          disabled={!props.selected && level < TUTOR_LEVEL}
        />
      ) : null}
      {props.links}
      <Menu
        label={text("header.greeting", { name: user?.firstName || user?.username || "" })}
        icon={<Icon path={PERSON} />}
        groups={[own]}
        onMissing={props.onMissing}
      />
      {props.language}
    </BrandBar>
  );
};
