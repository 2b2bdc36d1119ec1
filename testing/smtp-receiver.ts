import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** A reply to one of the commands that precede the content. */
interface SmtpReply {
  to: "MAIL FROM" | "RCPT TO";
  code: number;
  words: string;
}

/**
 * Behavior for an email: accept it, reject its recipient permanently (550) or temporarily (451),
 * reject its content (554), give a reply, delay the response until released, accept it and delay the
 * response, or close the connection during or after the transfer.
 */
type SmtpBehaviour =
  | "accept"
  | "refuse"
  | "refuse content"
  | "defer"
  | "hold"
  | "take and hold"
  | "drop"
  | "take and drop"
  | SmtpReply;

interface ReceivedEmail {
  /** The envelope. */
  from: string;
  to: string[];
  raw: string;
  parsed: Email;
}

/** An SMTP server on loopback that stores accepted emails. */
export interface SmtpReceiver {
  readonly url: string;
  readonly port: number;
  behaviour: SmtpBehaviour;
  /** Accepted emails, in order. */
  readonly mails: ReceivedEmail[];
  /** Number of emails whose transfer began, accepted or not. */
  readonly offered: number;
  readonly connections: number;
  /** Number of delayed emails. */
  readonly held: number;
  /** Maximum number of requests delayed at the same time. */
  readonly mostHeld: number;
  /** Accepts the delayed emails and all later ones. */
  release(): void;
  /** Closes the port and every connection. */
  goDown(): Promise<void>;
  /** Opens the same port again. */
  comeBack(): Promise<void>;
}

export interface SmtpReceiverOptions {
  /** Uses TLS from the first byte, with an untrusted certificate. */
  secure?: boolean;
  /** Whether it offers STARTTLS, with the same certificate. */
  offersUpgrade?: boolean;
  /** Address to listen on. */
  host?: string;
  /** Whether it offers SMTPUTF8 (RFC 6531). */
  offersUnicode?: boolean;
  /** Requires these credentials. */
  user?: { name: string; password: string };
}

const answer = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

export async function startSmtpReceiver({
  secure = false,
  offersUpgrade = false,
  host = "127.0.0.1",
  offersUnicode = true,
  user,
}: SmtpReceiverOptions = {}): Promise<SmtpReceiver> {
  const mails: ReceivedEmail[] = [];
  const waiting = new Set<() => void>();
  const sockets = new Map<number, Socket>();
  const seen = { offered: 0, mostHeld: 0 };
  let behaviour: SmtpBehaviour = "accept";
  let server: SMTPServer | undefined;
  let port = 0;

  const hold = () =>
    new Promise<void>((resolve) => {
      waiting.add(resolve);
      seen.mostHeld = Math.max(seen.mostHeld, waiting.size);
    });

  const replyTo = (command: SmtpReply["to"]) =>
    typeof behaviour === "object" && behaviour.to === command
      ? answer(behaviour.code, behaviour.words)
      : undefined;

  async function keep({ envelope }: SMTPServerSession, raw: string): Promise<void> {
    const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
    const parsed = await PostalMime.parse(raw);
    mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw, parsed });
  }

  async function receive(session: SMTPServerSession, content: Promise<string>): Promise<void> {
    const socket = sockets.get(session.remotePort);
    const raw = await content;
    if (behaviour === "hold") await hold();
    // A client that has disconnected gets no reply and sends the message again.
    if (socket?.destroyed) return;
    if (behaviour === "refuse content") throw answer(554, "5.7.1 Content rejected");
    await keep(session, raw);
    if (behaviour === "take and drop") socket?.destroy();
    if (behaviour === "take and hold") await hold();
  }

  function create(): SMTPServer {
    const made = new SMTPServer({
      secure,
      disableReverseLookup: true,
      hideSMTPUTF8: !offersUnicode,
      disabledCommands: [
        ...(offersUpgrade ? [] : ["STARTTLS"]),
        ...(user === undefined ? ["AUTH"] : []),
      ],
      authOptional: user === undefined,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, callback) {
        if (username === user?.name && password === user?.password)
          callback(null, { user: username });
        else callback(answer(535, "5.7.8 Authentication failed"));
      },
      onMailFrom(_address, _session, callback) {
        callback(replyTo("MAIL FROM"));
      },
      onRcptTo({ address }, _session, callback) {
        seen.offered++;
        const reply = replyTo("RCPT TO");
        if (reply !== undefined) return callback(reply);
        if (behaviour === "refuse") callback(answer(550, `5.1.1 <${address}>: no such user`));
        else if (behaviour === "defer") callback(answer(451, "4.3.0 Try again later"));
        else callback();
      },
      onData(stream, session, callback) {
        if (behaviour === "drop")
          stream.once("data", () => sockets.get(session.remotePort)?.destroy());
        receive(session, text(stream)).then(() => callback(), callback);
      },
    });
    made.server.on("connection", (socket: Socket) => {
      const { remotePort } = socket;
      if (remotePort === undefined) return;
      sockets.set(remotePort, socket);
      socket.once("close", () => sockets.delete(remotePort));
    });
    // Tests close connections on purpose.
    made.on("error", () => undefined);
    return made;
  }

  async function comeBack(): Promise<void> {
    server = create();
    const { server: listener } = server;
    await new Promise<void>((resolve, reject) => {
      listener.once("error", reject);
      listener.listen(port, host, resolve);
    });
    ({ port } = listener.address() as AddressInfo);
  }

  async function goDown(): Promise<void> {
    const closed = new Promise<void>((resolve) =>
      server === undefined ? resolve() : server.close(resolve),
    );
    for (const socket of sockets.values()) socket.destroy();
    release();
    await closed;
    server = undefined;
  }

  function release(): void {
    behaviour = "accept";
    for (const go of waiting) go();
    waiting.clear();
  }

  await comeBack();
  return {
    get url() {
      return `${secure ? "smtps" : "smtp"}://${host}:${port}`;
    },
    get port() {
      return port;
    },
    get behaviour() {
      return behaviour;
    },
    set behaviour(wanted) {
      behaviour = wanted;
    },
    mails,
    get offered() {
      return seen.offered;
    },
    get connections() {
      return sockets.size;
    },
    get held() {
      return waiting.size;
    },
    get mostHeld() {
      return seen.mostHeld;
    },
    release,
    goDown,
    comeBack,
  };
}
