import { lazily } from "../../ui/lazily.tsx";
import { plainPart } from "../screens/part.ts";
import type { AboutProps } from "./desktop-parts.ts";

const loadAbout = plainPart<AboutProps>(
  "about",
  () => import(/* webpackChunkName: "about" */ "./about-here.tsx"),
);

/** What the app is, on what it runs and with which licence, as a dialog. */
export const About = lazily<AboutProps>((props) => loadAbout({ app: props.parts.app() }));
