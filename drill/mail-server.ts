import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** An SMTP server on loopback that the drill can break. */
export interface MailServer {
  url: string;
  /** The Message-IDs of accepted emails, by recipient. */
  received: ReadonlyMap<string, string[]>;
  /** Closes the port and every connection. */
  refuse(): Promise<void>;
  /** Closes each connection when the email has arrived, without accepting the email. */
  drop(): void;
  /** Accepts each email after a delay. */
  delay(ms: number): void;
  /** Accepts every email at once. */
  accept(): Promise<void>;
}

/** @param onAccepted called for each recipient of an accepted email */
export async function startMailServer(
  onAccepted: (recipient: string) => void = () => undefined,
): Promise<MailServer> {
  const received = new Map<string, string[]>();
  const sockets = new Map<number, Socket>();
  let server: SMTPServer | undefined;
  let port = 0;
  let delayMs = 0;
  let isDropping = false;

  /** @returns whether the email is accepted */
  async function receive(
    { envelope }: SMTPServerSession,
    content: Promise<string>,
  ): Promise<boolean> {
    const id = /^Message-ID: *(<[^>]+>)/im.exec(await content)?.[1] ?? "";
    if (isDropping) return false;
    if (delayMs > 0) await pause(delayMs);
    // As mail servers do: an email that arrived is accepted, even if the client has died meanwhile.
    for (const { address } of envelope.rcptTo) {
      received.set(address, [...(received.get(address) ?? []), id]);
      onAccepted(address);
    }
    return true;
  }

  function create(): SMTPServer {
    const created = new SMTPServer({
      disableReverseLookup: true,
      disabledCommands: ["STARTTLS", "AUTH"],
      authOptional: true,
      onData(stream, session, callback) {
        receive(session, text(stream)).then((isAccepted) => {
          if (isAccepted) callback();
          else sockets.get(session.remotePort)?.destroy();
        }, callback);
      },
    });
    created.server.on("connection", (socket: Socket) => {
      const { remotePort } = socket;
      if (remotePort === undefined) return;
      sockets.set(remotePort, socket);
      socket.once("close", () => sockets.delete(remotePort));
    });
    // The drill closes connections on purpose.
    created.on("error", () => undefined);
    return created;
  }

  async function open(): Promise<void> {
    if (server !== undefined) return;
    server = create();
    const { server: listener } = server;
    await new Promise<void>((resolve, reject) => {
      listener.once("error", reject);
      listener.listen(port, "127.0.0.1", resolve);
    });
    ({ port } = listener.address() as AddressInfo);
  }

  await open();
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async refuse() {
      const closing = server;
      server = undefined;
      for (const socket of sockets.values()) socket.destroy();
      await new Promise<void>((resolve) =>
        closing === undefined ? resolve() : closing.close(resolve),
      );
    },
    drop() {
      isDropping = true;
    },
    delay(ms) {
      delayMs = ms;
    },
    async accept() {
      [isDropping, delayMs] = [false, 0];
      await open();
    },
  };
}
