import { createReference } from "../../services/reference.ts";
import { only } from "../create-inside.ts";
import type { ScreenProps } from "./screen-props.ts";

const create = ({ app }: Pick<ScreenProps, "app">) => createReference(app.transport.send);

/** What people look things up in; several screens share it. */
export const referenceOf = (props: Pick<ScreenProps, "app" | "services">) => only(props, create);
