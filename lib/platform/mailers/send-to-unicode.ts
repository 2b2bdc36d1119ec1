import { once } from "node:events";
import { domainToUnicode } from "node:url";
import { promisify } from "node:util";
import MailComposer, { type MailComposerOptions } from "nodemailer/lib/mail-composer";
import SMTPConnection, { type SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";

interface Content extends MailComposerOptions {
  from: { name: string; address: string };
  to: string;
}

type Options = SMTPConnectionOptions & { auth?: { user: string; pass: string } };

/** Whether the address needs SMTPUTF8 (RFC 6531), because its domain is always in ASCII. */
export const needsUnicode = (address: string) => /[^\x00-\x7f]/.test(address);

const notOffered = Object.assign(
  new Error(
    "The address has letters outside ASCII before the @, and the SMTP server does not offer SMTPUTF8.",
  ),
  { code: "EENVELOPE", permanent: true },
);

const withUnicodeDomain = (address: string) =>
  address.replace(/@(.*)$/, (_at, domain: string) => `@${domainToUnicode(domain)}`);

/**
 * Returns the message. Nodemailer writes the domain of such an address in Unicode; a server could map
 * that to another domain. Everything else in the message is ASCII.
 */
async function compose({ from, to, ...content }: Content): Promise<string> {
  const message = (await new MailComposer({ from, to, ...content }).compile().build()).toString();
  return [from.address, to]
    .filter(needsUnicode)
    .reduce((text, one) => text.replaceAll(withUnicodeDomain(one), () => one), message);
}

/**
 * Sends an email whose sender or recipient has letters outside ASCII before the @. Uses a connection
 * of its own: Nodemailer's pool would send such an address as raw bytes to a server without SMTPUTF8,
 * and doesn't tell what its servers offer.
 * @returns the server's reply
 */
export async function sendToUnicode(
  options: Options,
  content: Content,
  signal: AbortSignal,
): Promise<{ response: string }> {
  const message = await compose(content);
  const connection = new SMTPConnection(options);
  // Also for errors after the result is known.
  connection.on("error", () => undefined);
  const failed = once(connection, "end", { signal }).then(() => {
    throw new Error("The SMTP server closed the connection.");
  });
  const deliver = async () => {
    await promisify(connection.connect.bind(connection))();
    // The reply to EHLO, after STARTTLS to the second one.
    if (!/^250[ -]SMTPUTF8\b/im.test(connection.lastServerResponse || "")) throw notOffered;
    if (options.auth !== undefined && connection.allowsAuth)
      await promisify(connection.login.bind(connection))({ credentials: options.auth });
    return promisify(connection.send.bind(connection))(
      { from: content.from.address, to: content.to },
      message,
    );
  };
  return Promise.race([deliver(), failed]).finally(() => connection.close());
}
