const ELEMENTS =
  "h2 h3 h4 h5 h6 p br hr ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td " +
  "figure figcaption img video a dfn strong em b i u s sub sup small mark code pre kbd samp var " +
  "blockquote q cite abbr span div section aside details summary bdi bdo time ruby rt rp wbr del ins";

const ATTRIBUTES =
  "alt title lang dir colspan rowspan scope start reversed value open datetime aria-label " +
  "width height data-asset data-poster data-lesson data-term data-widths data-size data-draft";

/** The elements and attributes that lesson HTML may contain. The sanitiser removes all others. */
export const allowedHtml = { elements: ELEMENTS.split(" "), attributes: ATTRIBUTES.split(" ") };
