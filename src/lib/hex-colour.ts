/** A colour in sRGB as six hexadecimal digits, such as `#1f5f8b`. */
export const HEX_COLOUR = /^#[\da-f]{6}$/i;
