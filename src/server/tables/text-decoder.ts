import type { TableEncoding } from "./table-format.ts";

/** The upper 128 letters of pages of DOS, which Node's decoder does not have. */
const DOS_LETTERS: Readonly<Partial<Record<TableEncoding, string>>> = {
  ibm850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  ibm857:
    "ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\ufffdÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\ufffd×ÚÛÙìÿ¯´\u00ad±\ufffd¾¶§÷¸°¨·¹³²■\u00a0",
  ibm737:
    "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u00a0",
  ibm862:
    "אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
};

/** Decodes a text piece by piece. @throws TypeError for bytes that the encoding does not have */
interface PieceDecoder {
  decode(piece?: Uint8Array): string;
}

/** @param fatal false: bytes that the encoding does not have become U+FFFD */
export const createDecoder = (encoding: TableEncoding, fatal = true): PieceDecoder => {
  const letters = DOS_LETTERS[encoding];
  if (letters === undefined) {
    const decoder = new TextDecoder(encoding, { fatal });
    return {
      decode: (piece) => (piece ? decoder.decode(piece, { stream: true }) : decoder.decode()),
    };
  }
  return {
    decode(piece = new Uint8Array()) {
      const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
        .toString("latin1")
        .replace(/[\x80-\xff]/g, (byte) => letters.charAt(byte.charCodeAt(0) - 0x80));
      if (fatal && text.includes("\ufffd")) throw new TypeError("No text of this encoding");
      return text;
    },
  };
};
