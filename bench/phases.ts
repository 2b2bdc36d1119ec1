import { createSend, type Figures, measure, measureWork, type Send } from "./load";
import { type Person, signAssertion } from "./population";
import type { Started } from "./targets/target";

/** The label of each phase: the steps of a sign-in, all of them in sequence, and mailbox codes. */
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

export interface Load extends Started {
  people: Person[];
  /** The number of tasks in each phase. */
  requests: number;
  connections: number;
}

/** Signs one user in, signature included. */
export async function signIn(
  { target, origin }: Started,
  send: Send,
  person: Person,
): Promise<void> {
  const issued = await target.options(send, person);
  const assertion = signAssertion(person, issued.challenge, origin);
  await target.exchange(send, await target.verification(send, person, issued, assertion));
}

async function runWholeSignIns(load: Load, crowd: Person[], send: Send): Promise<PhaseFigures> {
  const { connections, target } = load;
  const { figures } = await measure(
    crowd,
    { connections, cpuSeconds: target.cpuSeconds },
    (person) => signIn(load, send, person),
  );
  return { signIn: figures };
}

/** The steps of a sign-in. Signatures are made before the clock starts. */
async function runSteps(
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
  return {
    options: options.figures,
    verification: verification.figures,
    exchange: exchange.figures,
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

const phaseGroups = { steps: runSteps, wholeSignIns: runWholeSignIns, codes: runCodes };
export type PhaseGroup = keyof typeof phaseGroups;

/** Runs the groups of phases in sequence. */
export async function runPhases(load: Load, groups: readonly PhaseGroup[]): Promise<PhaseFigures> {
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
