interface TextBox {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The approximate box of each text in a figure: characters count as 0.6 of the font size wide. */
export const textBoxes = (svg: string): TextBox[] => {
  const pattern =
    /<text( class="m")? x="([-\d.]+)" y="([-\d.]+)"(?: text-anchor="(\w+)")?>([^<]*)</g;
  return [...svg.matchAll(pattern)].map(([, small, x, y, anchor, text = ""]) => {
    const size = small ? 12 : 14;
    const width = text.length * size * 0.6;
    const left = Number(x) - (anchor === "middle" ? width / 2 : anchor === "end" ? width : 0);
    return { text, left, right: left + width, top: Number(y) - size * 0.75, bottom: Number(y) };
  });
};

export const pictureBox = (svg: string): Omit<TextBox, "text"> => {
  const viewBox = /viewBox="([^"]+)"/.exec(svg)?.[1] ?? "";
  const [left = 0, top = 0, width = 0, height = 0] = viewBox.split(" ").map(Number);
  return { left, top, right: left + width, bottom: top + height };
};

/** What is wrong with the texts of a figure: outside of the picture, or over one another. */
export const textProblems = (svg: string): string[] => {
  const picture = pictureBox(svg);
  const boxes = textBoxes(svg);
  const outside = boxes.filter(
    ({ left, top, right, bottom }) =>
      left < picture.left || top < picture.top || right > picture.right || bottom > picture.bottom,
  );
  const over = boxes.flatMap((a, i) =>
    boxes
      .slice(i + 1)
      .filter((b) => a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top)
      .map((b) => `${a.text} and ${b.text} lie over each other`),
  );
  return [...outside.map(({ text }) => `${text} lies outside`), ...over];
};
