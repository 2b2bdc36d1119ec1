import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { check } from "@/drill/checks/check";
import { createClient } from "@/drill/client";
import { startDrillDatabase } from "@/drill/database";
import { asBackend, type RunningLoad, startLoad } from "@/drill/load/load";
import { startMailServer } from "@/drill/mail-server";
import { write, writeChecks } from "@/drill/report";
import { type System, withSystem } from "@/drill/system";
import { type ResendReceiver, startResendReceiver } from "@/testing/resend-receiver";
import { until } from "@/testing/until";
import { providerFaults } from "./faults";
import { type Arrival, checkCodes, type Phase, phaseTable, type RequestedCode } from "./judge";

const codesPerSecond = 8;
/** Codes that are requested together when a fault has begun. */
const crowd = 40;
const leadMs = 2_000;
const faultMs = 20_000;
const quietMs = 10_000;
/** Longer than a provider is skipped and an email probes it. */
const returnMs = 45_000;
const settleMs = 60_000;

const healthy: Phase = { name: "works", limitSeconds: 10, mayRepeat: false };

/** The codes that were requested, and where their emails arrived. */
interface Run {
  phase: Phase;
  codes: RequestedCode[];
  arrivals: Map<string, Arrival[]>;
  /** Faults after which the first provider wasn't used again. */
  unused: string[];
}

/** Returns a function that requests a code, and notes it if it was created. */
function codeRequests({ instances, installation }: System, run: Run) {
  const client = createClient(instances, () => undefined);
  return {
    close: () => client.close(),
    async request() {
      const email = `${randomUUID()}@example.com`;
      const code = { email, phase: run.phase, requestedAt: performance.now() };
      const { status } = await client.send({
        kind: "challenge creation",
        method: "POST",
        path: `/v2/${installation.tenancyId}/challenges`,
        headers: asBackend(installation),
        body: { purpose: "login", email },
      });
      if (status === 201) run.codes.push(code);
    },
  };
}

async function breakProvider(first: ResendReceiver, load: RunningLoad, run: Run): Promise<void> {
  for (const fault of providerFaults) {
    write(`the first provider ${fault.name} …`);
    // Earlier, because a code that was just requested may be sent in the fault.
    run.phase = fault;
    await pause(leadMs);
    await fault.begin(first);
    load.addCrowd(crowd);
    await pause(faultMs);
    await fault.end(first);
    run.phase = healthy;
    const endedAt = performance.now();
    const isUsed = () =>
      [...run.arrivals.values()]
        .flat()
        .some(({ provider, at }) => provider === "first" && at > endedAt + quietMs);
    await until("the first provider is used again", () => isUsed() || null, returnMs).catch(
      () => void run.unused.push(fault.name),
    );
  }
}

/**
 * Breaks the first of two email providers in several ways while codes are requested, and checks how
 * long each code waits.
 */
export async function runEmailDrill(): Promise<boolean> {
  let hasPassed = false;
  const run: Run = { phase: healthy, codes: [], arrivals: new Map(), unused: [] };
  const arrive = (provider: Arrival["provider"]) => (email: string) => {
    const earlier = run.arrivals.get(email) ?? [];
    run.arrivals.set(email, [...earlier, { provider, at: performance.now() }]);
  };
  const first = await startResendReceiver(arrive("first"));
  const second = await startMailServer(arrive("second"));
  const work = async (system: System) => {
    const { close, request } = codeRequests(system, run);
    write(`Two instances, two email providers, ${codesPerSecond} codes a second, five minutes`);
    const load = startLoad(codesPerSecond, request);
    await pause(quietMs);
    await breakProvider(first, load, run);
    await load.stop();
    const areDelivered = () => run.codes.every(({ email }) => run.arrivals.has(email)) || null;
    await until("every code is delivered", areDelivered, settleMs).catch((error: unknown) =>
      write(String(error)),
    );
    close();
    write(phaseTable([healthy, ...providerFaults], run.codes, run.arrivals));
    hasPassed = writeChecks([
      ...checkCodes(run.codes, run.arrivals),
      check("the first provider is used again after each fault", providerFaults, ({ name }) =>
        run.unused.includes(name) ? name : undefined,
      ),
    ]);
  };
  await withSystem(2, startDrillDatabase, work, {
    EMAIL_PROVIDERS: "resend,smtp",
    RESEND_API_KEY: "re_drill",
    RESEND_BASE_URL: first.baseUrl,
    SMTP_URL: second.url,
  });
  await first.close();
  await second.refuse();
  return hasPassed;
}
