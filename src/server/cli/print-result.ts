/** The options that all commands with data output share. */
export interface JsonOption {
  json?: boolean;
}

/** Prints the result of a command: as a sentence, or as JSON. */
export const printResult = ({ json }: JsonOption, data: unknown, text: string): void =>
  console.log(json ? JSON.stringify(data, null, 2) : text);
