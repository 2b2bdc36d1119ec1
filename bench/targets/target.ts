import type { Person } from "@/bench/population";
import type { Reply, Send } from "@/bench/load";

/** Options that were issued: the challenge to sign, and what verification wants back. */
interface Issued {
  challenge: string;
  proof: string;
}

/** A code that was sent, and what its check wants beside it. */
interface SentCode {
  code: string;
  proof: Record<string, string>;
}

/** One server under load. Each step is one request; what it answers is needed for the next. */
export interface Target {
  name: string;
  port: number;
  options(send: Send, person: Person): Promise<Issued>;
  verification(send: Send, person: Person, issued: Issued, assertion: object): Promise<string>;
  exchange(send: Send, code: string): Promise<Reply>;
  /**
   * Ends when the mail is in the hands of whoever delivers it. Tells the code where the answer
   * does, and keeps nothing else of it.
   */
  sendCode(send: Send, person: Person): Promise<SentCode | undefined>;
  /**
   * Lets the mails of the phase go, where a server keeps them behind its answers; ends when all
   * have gone.
   */
  deliverEmails?(): Promise<void>;
  /** What mailboxes hold, in the order of the people; where no answer tells the codes. */
  collectCodes?(send: Send, people: Person[]): Promise<SentCode[]>;
  checkCode(send: Send, sent: SentCode): Promise<Reply>;
  /** Removes what earlier phases left behind and would slow down the next. */
  tidy?(send: Send): Promise<unknown>;
  cpuSeconds(): number;
  stop(): Promise<void>;
}
