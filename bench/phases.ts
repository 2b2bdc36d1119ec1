import { createSend, measure, measureWork, type Figures, type Send } from "./load";
import { signAssertion, type Person } from "./population";
import type { Target } from "./targets/target";

/** The three endpoints of a sign-in, separately and as a sequence, and mailbox codes. */
export const phases = {
  options: "options",
  verification: "verification",
  exchange: "exchange",
  signIn: "sign-in",
  codeSent: "code sent",
  mailDelivered: "mail delivered",
  codeChecked: "code checked",
} as const;

/** The figures of each phase that ran. Emails only if the server delivers them after it replies. */
export type PhaseFigures = Partial<Record<keyof typeof phases, Figures>>;

export interface Load {
  target: Target;
  origin: string;
  people: Person[];
  /** The number of tasks in each phase. */
  requests: number;
  connections: number;
}

/** The time includes signing only in the phase of whole sign-ins. */
async function runSignIns(
  { target, origin, connections }: Load,
  crowd: Person[],
  send: Send,
): Promise<PhaseFigures> {
  const load = { connections, cpuSeconds: target.cpuSeconds };
  const options = await measure(crowd, load, (person) => target.options(send, person));
  const ready = options.results.map((issued, index) => {
    const person = crowd[index] as Person;
    return { person, issued, assertion: signAssertion(person, issued.challenge, origin) };
  });
  const verification = await measure(ready, load, ({ person, issued, assertion }) =>
    target.verification(send, person, issued, assertion),
  );
  const exchange = await measure(verification.results, load, (code) => target.exchange(send, code));
  const signIn = await measure(crowd, load, async (person) => {
    const issued = await target.options(send, person);
    const code = await target.verification(
      send,
      person,
      issued,
      signAssertion(person, issued.challenge, origin),
    );
    await target.exchange(send, code);
  });
  return {
    options: options.figures,
    verification: verification.figures,
    exchange: exchange.figures,
    signIn: signIn.figures,
  };
}

async function runCodes(
  { target, connections }: Load,
  crowd: Person[],
  send: Send,
): Promise<PhaseFigures> {
  const load = { connections, cpuSeconds: target.cpuSeconds };
  await target.tidy?.(send);
  const codeSent = await measure(crowd, load, (person) => target.sendCode(send, person));
  const mailDelivered =
    target.deliverEmails &&
    (await measureWork(crowd.length, target.cpuSeconds, target.deliverEmails));
  const codes =
    (await target.collectCodes?.(send, crowd)) ??
    codeSent.results.filter((sent) => sent !== undefined);
  const codeChecked = await measure(codes, load, (sent) => target.checkCode(send, sent));
  await target.tidy?.(send);
  return {
    codeSent: codeSent.figures,
    ...(mailDelivered === undefined ? {} : { mailDelivered }),
    codeChecked: codeChecked.figures,
  };
}

export const phaseGroups = { "sign-ins": runSignIns, codes: runCodes };

/** Runs the groups of phases in sequence. */
export async function runPhases(
  load: Load,
  groups: (keyof typeof phaseGroups)[],
): Promise<PhaseFigures> {
  const crowd = Array.from(
    { length: load.requests },
    (_, index) => load.people[index % load.people.length] as Person,
  );
  const send = createSend(load.target.port, load.connections);
  try {
    let figures: PhaseFigures = {};
    for (const group of groups)
      figures = { ...figures, ...(await phaseGroups[group](load, crowd, send)) };
    return figures;
  } finally {
    send.close();
  }
}
