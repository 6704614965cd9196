import type { Pattern } from "../../drafting/pattern.ts";

const pathOf = (curves: Pattern["pieces"][number]["edges"][number]["curves"]): string =>
  curves
    .map(
      ([from, one, other, to], i) =>
        `${i === 0 ? `M${from.x} ${from.y}` : ""}C${one.x} ${one.y} ${other.x} ${other.y} ${to.x} ${to.y}`,
    )
    .join("");

/** The pieces of a draft. */
export const DraftPicture = ({ pattern }: { pattern: Pattern }) => (
  <svg
    viewBox="-5 -5 200 120"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="0.3"
  >
    {pattern.pieces.map(({ name, edges }, i) => (
      <path
        key={name}
        transform={`translate(${i * 60} 0)`}
        d={pathOf(edges.flatMap(({ curves }) => curves))}
      />
    ))}
  </svg>
);
