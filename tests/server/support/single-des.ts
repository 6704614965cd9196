import crypto, { type CipherKey, createCipheriv, createDecipheriv } from "node:crypto";

/** DES with one key is Triple DES with the same key three times, which OpenSSL 3 still has. */
const TRIPLE = "des-ede3-cbc";

const thrice = (key: CipherKey): Buffer => Buffer.concat(Array(3).fill(key as Buffer));

/** Gives DES back to CommonJS packages: s3rver enciphers its continuation tokens with it. */
export const provideSingleDes = (): void => {
  Object.assign(crypto, {
    createCipheriv: (...[name, key, ...rest]: Parameters<typeof createCipheriv>) =>
      name === "des"
        ? createCipheriv(TRIPLE, thrice(key), ...rest)
        : createCipheriv(name, key, ...rest),
    createDecipheriv: (...[name, key, ...rest]: Parameters<typeof createDecipheriv>) =>
      name === "des"
        ? createDecipheriv(TRIPLE, thrice(key), ...rest)
        : createDecipheriv(name, key, ...rest),
  });
};
