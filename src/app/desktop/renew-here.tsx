import RenewDialog from "../../features/activation/renew-dialog.tsx";
import type { AboutProps } from "./desktop-parts.ts";

const RenewHere = ({ parts: { licence }, onClose }: AboutProps) => (
  <RenewDialog licence={licence} onClose={onClose} />
);

export default RenewHere;
