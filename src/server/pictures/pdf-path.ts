/**
 * The operators of a PDF for SVG path data that has only M, L, Q and Z. A PDF knows cubic curves alone,
 * so quadratic ones are written as such.
 */
export const pdfPath = (path: string): string => {
  let [x, y] = [0, 0];
  const operators: string[] = [];
  for (const [, command = "", rest = ""] of path.matchAll(/([MLQZ])([-\d ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = rest.trim().split(" ").map(Number);
    if (command === "Z") {
      operators.push("h");
    } else if (command === "Q") {
      const controls = [x + (2 / 3) * (a - x), y + (2 / 3) * (b - y)];
      controls.push(c + (2 / 3) * (a - c), d + (2 / 3) * (b - d));
      operators.push(`${controls.map((each) => each.toFixed(1)).join(" ")} ${c} ${d} c`);
      [x, y] = [c, d];
    } else {
      operators.push(`${a} ${b} ${command === "M" ? "m" : "l"}`);
      [x, y] = [a, b];
    }
  }
  return operators.join("\n");
};
