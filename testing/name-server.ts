import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";
import ipaddr from "ipaddr.js";

/** Answers a question: addresses of either family, or undefined to stay silent. */
type AnswerNames = (name: string) => readonly string[] | undefined;

/** A name server on loopback. */
export interface NameServer {
  /** As `Resolver.setServers` takes it. */
  readonly address: string;
  /** Names in the order of their questions. */
  readonly questions: { name: string; type: "A" | "AAAA" }[];
  close(): Promise<void>;
}

const types = { A: 1, AAAA: 28 } as const;
const headerBytes = 12;
const nameError = 3;

/** Reads the first question of a message (RFC 1035 §4.1.2). */
function readQuestion(message: Buffer) {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = message.readUInt16BE(at + 1) === types.AAAA ? ("AAAA" as const) : ("A" as const);
  return { name: labels.join("."), type, bytes: message.subarray(headerBytes, at + 5) };
}

/** A record of the question's name, which may be used once (RFC 1035 §4.1.3). */
function recordOf(address: string): Buffer {
  const data = Buffer.from(ipaddr.parse(address).toByteArray());
  const record = Buffer.alloc(12);
  // A pointer to the name in the question, and class IN.
  record.writeUInt16BE(0xc000 + headerBytes, 0);
  record.writeUInt16BE(data.length === 4 ? types.A : types.AAAA, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
}

/**
 * Starts a name server on loopback. A name without any address does not exist.
 * @param answer called for each question, so it can change its mind between two
 */
export async function startNameServer(answer: AnswerNames): Promise<NameServer> {
  const socket = createSocket("udp4");
  const questions: NameServer["questions"] = [];
  socket.on("message", (message, { address, port }) => {
    const { name, type, bytes } = readQuestion(message);
    questions.push({ name, type });
    const found = answer(name);
    if (found === undefined) return;
    const records = found
      .filter((each) => (ipaddr.parse(each).kind() === "ipv4") === (type === "A"))
      .map(recordOf);
    const header = Buffer.alloc(headerBytes);
    message.copy(header, 0, 0, 2);
    // A response, with recursion desired and available.
    header.writeUInt16BE(0x8180 + (found.length === 0 ? nameError : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([header, bytes, ...records]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const { port }: AddressInfo = socket.address();
  return {
    address: `127.0.0.1:${port}`,
    questions,
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
}
