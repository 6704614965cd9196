import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useLocation } from "wouter";
import type { BaseApp } from "../../app-context/app.ts";
import type { Feature } from "../../app-context/feature.ts";
import { coursePath } from "../../app-context/links.ts";
import { Title } from "../../app-context/title.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { connectionAlert } from "../../core/failure-alerts.ts";
import type { CourseState } from "../../domain/course-expiry.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { textsOf } from "../../domain/translated.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { COURSES, PERSON, PROGRESS } from "../../ui/icon-paths.ts";
import { Menu } from "../../ui/menu.tsx";
import type { MenuGroup, MenuItem } from "../../ui/menu-list.tsx";
import { BrandBar } from "./brand-bar.tsx";

/** Ends the session here, and then at the provider by whom the person has signed in, if there is one. */
const signOut = async ({ session, desktop }: BaseApp): Promise<void> => {
  const answer = await session.logOut();
  const left = answer?.ok ? (answer.value as { address?: unknown } | null) : null;
  const address = `${left?.address}`;
  // A provider refuses to be shown in a frame, and the desktop app leaves its pages to the browser.
  if (/^https?:/.test(address)) open(address, desktop || self !== top ? "_blank" : "_self");
};

/** A screen that a menu leads to. Its note is shown while the school has installers of the desktop app. */
export type HeaderEntry = Pick<Feature, "title" | "path" | "note" | "onlyForDownloaders">;

interface HeaderProps {
  /** The language menu, shown at the end. */
  tools: ReactNode;
  /** Shown beside the menus. */
  links?: ReactNode;
  /** Screens of the selected course, and those of the person. */
  menus: {
    progress: readonly HeaderEntry[];
    person: readonly HeaderEntry[];
  };
  onGo: (path: string) => void;
  signsOut: boolean;
}

interface DatedNoteProps {
  message: MessageId;
  /** `YYYY-MM-DD` */
  date: string;
}

/** A note with a day. It is drawn with the open menu alone, as it takes long to make a formatter of dates. */
const DatedNote = ({ message, date }: DatedNoteProps) => {
  const text = useText();
  const intl = useIntl();
  return text(message, { date: intl.formatDate(date, { dateStyle: "medium" }) });
};

/** The school's name, and the menus for courses, progress, the person and the language. */
export const Header = (props: HeaderProps) => {
  const text = useText();
  const app = useApp();
  const [, navigate] = useLocation();
  const brand = useSnapshot(app.organisation.state);
  const { user, level } = useSnapshot(app.session.state);
  const { groups } = useSnapshot(app.courses.state);
  const { courseKey: selected } = useSnapshot(app.place.state);
  const showMissing = () => app.alerts.show(connectionAlert);

  const noteOf = (state: CourseState): ReactNode => {
    if (state.kind === "no-subscription") return text("courses.no-subscription");
    const isOver = state.kind === "expired";
    const date = isOver ? state.on : state.until;
    return date && <DatedNote message={isOver ? "courses.expired" : "courses.until"} date={date} />;
  };

  const courseGroups: MenuGroup[] = groups.map(({ product, courses }) => ({
    key: product.cd,
    label: <Title of={textsOf(product, "title")} />,
    items: courses.map(({ course, state, open }) => ({
      key: course.key,
      label: <Title of={textsOf(course, "title")} />,
      note: noteOf(state),
      current: course.key === selected,
      disabled: !open,
      onSelect: () => navigate(coursePath(product.cd, course.key)),
    })),
  }));

  const itemsOf = (entries: readonly HeaderEntry[]): MenuItem[] =>
    entries.map(({ title, path, note }) => ({
      key: path,
      label: text(title),
      ...(note && brand.organisation?.installers && { note: text(note), badge: "!" }),
      onSelect: () => props.onGo(path),
    }));

  const progress: MenuGroup = { key: "progress", items: itemsOf(props.menus.progress) };

  const own: MenuGroup = {
    key: "own",
    items: [
      ...itemsOf(props.menus.person),
      ...(props.signsOut
        ? [{ key: "logout", label: text("header.logout"), onSelect: () => void signOut(app) }]
        : []),
    ],
  };

  return (
    <BrandBar brand={brand} onHome={() => navigate("/")}>
      <Menu
        label={text("courses.menu")}
        icon={<Icon path={COURSES} />}
        groups={courseGroups}
        onMissing={showMissing}
        disabled={courseGroups.length === 0}
      />
      {props.menus.progress.length > 0 ? (
        <Menu
          label={text("header.progress")}
          icon={<Icon path={PROGRESS} />}
          groups={[progress]}
          onMissing={showMissing}
          // Tutors have hand-ins to answer, whatever course they look at.
          disabled={!selected && level < TUTOR_LEVEL}
        />
      ) : null}
      {props.links}
      <Menu
        label={text("header.greeting", { name: user?.firstName || user?.username || "" })}
        icon={<Icon path={PERSON} />}
        groups={[own]}
        onMissing={showMissing}
      />
      {props.tools}
    </BrandBar>
  );
};
