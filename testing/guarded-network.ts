import type { WebhookSettings } from "@/lib/config";
import {
  createGuardedClient,
  type GuardedClient,
} from "@/lib/platform/guarded-client/guarded-client";
import { type CertificateFacts, createAuthority } from "./authenticator/issue-certificate";
import { createMovableClock } from "./movable-clock";
import { type NameServer, startNameServer } from "./name-server";
import { createServerCertificate, type TestCertificate, toPem } from "./test-certificate";
import { type ReceiverFacts, startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver";

const authority = createAuthority("CN=Test root");

/** The name of the receiver. */
export const receiverName = "hooks.example.com";

/** Issues a certificate that the client of `startGuardedNetwork` trusts. */
export const certify = (
  hosts: string[],
  changes: Partial<CertificateFacts> = {},
): TestCertificate => createServerCertificate(authority, hosts, changes);

interface NetworkFacts extends Omit<ReceiverFacts, "certificate"> {
  /** What the name server answers, by name. Silent where undefined. Default: loopback. */
  resolve?: (name: string) => readonly string[] | undefined;
  /** Default: one for `receiverName`. */
  certificate?: TestCertificate | "none";
  settings?: Partial<WebhookSettings>;
  /** Default: none. */
  hostsFile?: string;
  bounds?: Parameters<typeof createGuardedClient>[0]["bounds"];
}

/** A guarded client with a name server and a receiver of its own, all on this machine. */
export interface GuardedNetwork {
  readonly client: GuardedClient;
  readonly receiver: WebhookReceiver;
  readonly names: NameServer;
  /** The receiver's URL, by name. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a receiver in 127.0.0.0/8, which is the allowed range, and its name server. */
export async function startGuardedNetwork(facts: NetworkFacts = {}): Promise<GuardedNetwork> {
  const { certificate = certify([receiverName]), resolve = () => ["127.0.0.1"] } = facts;
  const receiver = await startWebhookReceiver({
    ...facts,
    certificate: certificate === "none" ? undefined : certificate,
  });
  const names = await startNameServer(resolve);
  const client = createGuardedClient({
    settings: {
      isLocal: false,
      ports: [receiver.port],
      allowedRanges: ["127.0.0.0/8"],
      ...facts.settings,
    },
    clock: createMovableClock(0),
    nameServers: [names.address],
    hostsFile: facts.hostsFile ?? "/dev/null",
    authorities: toPem(authority.certificate),
    bounds: { totalMs: 300_000, resolveMs: 60_000, ...facts.bounds },
  });
  const scheme = certificate === "none" ? "http" : "https";
  return {
    client,
    receiver,
    names,
    url: `${scheme}://${receiverName}:${receiver.port}/hooks?from=keystead`,
    async close() {
      await client.close();
      await receiver.close();
      await names.close();
    },
  };
}
