import { createSend, measure, type Figures } from "./load";
import { signAssertion, type Person } from "./population";
import type { Target } from "./targets/target";

/** Each endpoint by itself, and the three of them in a row as one sign-in. */
export interface PhaseFigures {
  options: Figures;
  verification: Figures;
  exchange: Figures;
  signIn: Figures;
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
    return { options: options.figures, verification: verification.figures, exchange: exchange.figures, signIn: signIn.figures };
  } finally {
    send.close();
  }
}
