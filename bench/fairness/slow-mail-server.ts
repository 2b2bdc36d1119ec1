import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer } from "smtp-server";

export interface SlowMailServer {
  url: string;
  /** Waits until the email to that address has arrived. @returns the time, by performance.now() */
  arrivalOf(address: string): Promise<number>;
  readonly arrived: number;
  close(): Promise<void>;
}

/** An SMTP server on loopback that lets every sender wait before it accepts an email. */
export async function startSlowMailServer(delayMs: number): Promise<SlowMailServer> {
  const arrivals = new Map<string, number>();
  const server = new SMTPServer({
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    authOptional: true,
    onData(stream, { envelope }, callback) {
      stream.resume();
      stream.once("end", () => {
        for (const { address } of envelope.rcptTo) arrivals.set(address, performance.now());
        setTimeout(callback, delayMs);
      });
    },
  });
  // Connections that end while an email waits.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}?tls=off`,
    async arrivalOf(address) {
      for (;;) {
        const at = arrivals.get(address);
        if (at !== undefined) return at;
        await pause(1);
      }
    },
    get arrived() {
      return arrivals.size;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
