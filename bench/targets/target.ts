import type { Person } from "@/bench/population";
import type { Reply, Send } from "@/bench/load";

/** Options that were issued: the challenge to sign, and what verification wants back. */
export interface Issued {
  challenge: string;
  proof: string;
}

/** One server under load. Each step is one request; what it answers is needed for the next. */
export interface Target {
  name: string;
  port: number;
  options(send: Send, person: Person): Promise<Issued>;
  verification(send: Send, person: Person, issued: Issued, assertion: object): Promise<string>;
  exchange(send: Send, code: string): Promise<Reply>;
  cpuSeconds(): number;
  stop(): Promise<void>;
}
