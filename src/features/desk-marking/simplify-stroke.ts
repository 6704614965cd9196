/** How far a point may be from the line that replaces it: half a pixel of a picture in a window. */
const TOLERANCE = 5;

/**
 * Removes the points of a stroke that lie on the line between others (Douglas and Peucker), as a drawing may
 * hold a limited number of points.
 * @param points x and y in turn
 */
export const simplifyStroke = (points: readonly number[]): number[] => {
  const count = Math.floor(points.length / 2);
  if (count < 3) return points.slice(0, 2 * count);
  const xOf = (index: number) => points[2 * index] ?? 0;
  const yOf = (index: number) => points[2 * index + 1] ?? 0;
  const kept = new Set([0, count - 1]);
  const parts: [number, number][] = [[0, count - 1]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [first, last] = part;
    const [dx, dy] = [xOf(last) - xOf(first), yOf(last) - yOf(first)];
    const length = Math.hypot(dx, dy);
    let [farthest, most] = [first, TOLERANCE];
    for (let index = first + 1; index < last; index += 1) {
      const [x, y] = [xOf(index) - xOf(first), yOf(index) - yOf(first)];
      // Also for a part that ends where it began.
      const away = length > 0 ? Math.abs(x * dy - y * dx) / length : Math.hypot(x, y);
      if (away > most) [farthest, most] = [index, away];
    }
    if (farthest === first) continue;
    kept.add(farthest);
    parts.push([first, farthest], [farthest, last]);
  }
  return [...kept].sort((a, b) => a - b).flatMap((index) => [xOf(index), yOf(index)]);
};
