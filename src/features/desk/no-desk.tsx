import { Link, Redirect } from "wouter";
import { PROFILE, TUTOR_TALK } from "../../app-context/links.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";

/** At a school without a desk: the screens where tutors answer there. */
export const NoDesk = () => {
  const text = useText();
  // The app has led here itself, after signing in.
  if (history.state?.landing) return <Redirect to={PROFILE} replace />;
  return (
    <Empty what={text("desk.none-here")} hint={text("desk.none-here-hint")}>
      <Link className="button quiet" href="/assignments">
        {text("assignments.title")}
      </Link>{" "}
      <Link className="button quiet" href={TUTOR_TALK}>
        {text("tutor-talk.title")}
      </Link>
    </Empty>
  );
};
