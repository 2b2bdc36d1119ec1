import { createSend, measure, measureWork, type Figures } from "./load";
import { signAssertion, type Person } from "./population";
import type { Target } from "./targets/target";

/** Each endpoint by itself, the three of a sign-in in a row as well, and a mailbox's code. */
export interface PhaseFigures {
  options: Figures;
  verification: Figures;
  exchange: Figures;
  signIn: Figures;
  codeSent: Figures;
  /** Where the server delivers mails behind its answers. */
  mailDelivered?: Figures;
  codeChecked: Figures;
}

/** Signing is done before the clock starts where a phase has one endpoint, and within it where it is a whole sign-in. */
export async function runPhases(target: Target, origin: string, people: Person[], requests: number): Promise<PhaseFigures> {
  const send = createSend(target.port);
  const { cpuSeconds } = target;
  const crowd = Array.from({ length: requests }, (_, index) => people[index % people.length] as Person);
  try {
    const options = await measure(crowd, cpuSeconds, (person) => target.options(send, person));
    const ready = options.results.map((issued, index) => {
      const person = crowd[index] as Person;
      return { person, issued, assertion: signAssertion(person, issued.challenge, origin) };
    });
    const verification = await measure(ready, cpuSeconds, ({ person, issued, assertion }) => target.verification(send, person, issued, assertion));
    const exchange = await measure(verification.results, cpuSeconds, (code) => target.exchange(send, code));
    const signIn = await measure(crowd, cpuSeconds, async (person) => {
      const issued = await target.options(send, person);
      const code = await target.verification(send, person, issued, signAssertion(person, issued.challenge, origin));
      await target.exchange(send, code);
    });
    await target.tidy?.(send);
    const codeSent = await measure(crowd, cpuSeconds, (person) => target.sendCode(send, person));
    const mailDelivered = target.deliverMails && (await measureWork(requests, cpuSeconds, target.deliverMails));
    const codes = await target.collectCodes(send, crowd, codeSent.results);
    const codeChecked = await measure(codes, cpuSeconds, (sent) => target.checkCode(send, sent));
    await target.tidy?.(send);
    return {
      options: options.figures,
      verification: verification.figures,
      exchange: exchange.figures,
      signIn: signIn.figures,
      codeSent: codeSent.figures,
      ...(mailDelivered === undefined ? {} : { mailDelivered }),
      codeChecked: codeChecked.figures,
    };
  } finally {
    send.close();
  }
}
