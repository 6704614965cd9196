import { createServer } from "node:net";

/**
 * Checks that a port is free; 0 stands for any.
 * @returns the port
 * @throws an Error with a message for the developer if it is in use
 */
export const freePort = (port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", () =>
      reject(
        new Error(
          `Port ${port} is already in use. Set PORT to another port, or stop the program that uses it.`,
        ),
      ),
    );
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : port));
    });
  });
