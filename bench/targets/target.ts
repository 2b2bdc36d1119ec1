import type { Reply, Send } from "@/bench/load";
import type { Person } from "@/bench/population";

/** The measured servers, in the order of the reports. */
export const serverNames = ["Keystead", "floor", "better-auth"] as const;
export type ServerName = (typeof serverNames)[number];

/** Issued options: the challenge to sign, and what verification requires besides. */
interface Issued {
  challenge: string;
  proof: string;
}

/** A sent code, and what its verification requires besides. */
interface SentCode {
  code: string;
  proof: Record<string, string>;
}

/** One server under load. Each step is one request, whose reply the next step needs. */
export interface Target {
  name: ServerName;
  port: number;
  options(send: Send, person: Person): Promise<Issued>;
  verification(send: Send, person: Person, issued: Issued, assertion: object): Promise<string>;
  exchange(send: Send, code: string): Promise<Reply>;
  /** Resolves once the email is queued or sent. Returns the code if the reply has it. */
  sendCode(send: Send, person: Person): Promise<SentCode | undefined>;
  /** Releases the phase's queued emails and resolves once all are delivered. */
  deliverEmails?(): Promise<void>;
  /** Returns the codes in the order of the users, for servers whose replies don't have them. */
  collectCodes?(send: Send, people: Person[]): Promise<SentCode[]>;
  checkCode(send: Send, sent: SentCode): Promise<Reply>;
  /** Removes data of earlier phases that would slow down the next one. */
  tidy?(send: Send): Promise<unknown>;
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** A running server and the origin that its users sign in at. */
export interface Started {
  target: Target;
  origin: string;
}
