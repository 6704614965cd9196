import { createReference } from "../../core/reference.ts";
import { only } from "../create-inside.ts";
import type { ScreenProps } from "./screen-props.ts";

const create = ({ app, services }: Pick<ScreenProps, "app" | "services">) =>
  createReference(app.transport.send, services.renewals);

/** What people look things up in; several screens share it. */
export const referenceOf = (props: Pick<ScreenProps, "app" | "services">) => only(props, create);
