/** An address on the web or of a mail, to which a text may lead outside of the school. */
const WEB_LINK = /^(?:https?:\/\/[^\s/?#]|mailto:[^\s@]+@)\S*$/i;

/** Whether an address is one that lessons may lead to, where the school allows it. */
export const isWebLink = (address: string): boolean => WEB_LINK.test(address);
