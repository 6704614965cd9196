/**
 * A typed measure in the few signs that `parseMeasure` knows: western digits, `.`, `/`, `-`, `'`, `"`, `°`, single
 * blanks, and small letters without accents. Phones, other scripts and texts that were copied have many more.
 */
export const plainMeasure = (text: string): string =>
  text
    // Direction marks, joiners and such, which are copied along with a text.
    .replace(/\p{Cf}/gu, "")
    // Before the compatibility forms, which take accents and ordinals for letters.
    .replace(/[º˚∘]/g, "°")
    .replace(/[′’‘‛ʹʼ´`׳]/g, "'")
    .replace(/[″”“„‟˝ʺ״]|''/g, '"')
    // `26¾` is 26 and 3/4. `68²` becomes two numbers, which is no measure.
    .replace(/\p{No}/gu, " $&")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[⁄∕]/g, "/")
    .replace(/[,٫،]/g, ".")
    .replace(/[\p{Pd}−]/gu, "-")
    // The last four bits of an Arabic or Persian digit are its value.
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\s+/g, " ")
    .trim();
