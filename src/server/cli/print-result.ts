/** What every command takes that prints data. */
export interface JsonOption {
  json?: boolean;
}

/** Prints what a command did: a sentence, or its data as JSON. */
export const printResult = ({ json }: JsonOption, data: unknown, text: string): void =>
  console.log(json ? JSON.stringify(data, null, 2) : text);
