import { keepOffServerCore } from "@/bench/pinned-process";
import type { Installation } from "@/bench/targets/installation";
import { startKeystead } from "@/bench/targets/keystead";
import type { Service } from "@/lib/domain/base/context";
import { rare } from "@/testing/population";
import { createTestOperator } from "@/testing/test-operator";

/** A tenancy, and a user, passkey and challenge half-way through its lists. */
export interface Contents {
  tenancyId: string;
  sub: string;
  passkeyId: string;
  challengeId: string;
}

/** Each page's path in the tenancy, and a text that it shows. */
const pages = ({
  sub,
  passkeyId,
  challengeId,
}: Contents): Record<string, [path: string, shows: string]> => ({
  "overview, 30 days": ["?period=30d", "Activity in this tenancy"],
  users: ["/users", "@example.com"],
  "users, half-way": [`/users?after=${sub}`, "@example.com"],
  "users, by half an email": ["/users?q=person-17@", "person-17@example.com"],
  "a user": [`/users/${sub}`, sub],
  passkeys: ["/passkeys", "@example.com"],
  "passkeys, half-way": [`/passkeys?after=${passkeyId}`, "@example.com"],
  "passkeys, a rare provider": [`/passkeys?provider=${rare.aaguid}`, "@example.com"],
  "passkeys, never used": ["/passkeys?use=never", "Never used"],
  "a passkey": [`/passkeys/${passkeyId}`, passkeyId],
  challenges: ["/challenges", "@example.com"],
  "challenges, of a mailbox": [
    "/challenges?mailbox=person-17@example.com",
    "person-17@example.com",
  ],
  "a challenge": [`/challenges/${challengeId}`, challengeId],
  "API keys": ["/api-keys", "Create key"],
  "a new API key": ["/api-keys/new", "Create key"],
  "audit log": ["/audit", "Signed in with a passkey"],
  "audit log, a rare kind": ["/audit?about=tenancy", "Audit log"],
  "audit log, a usual kind": ["/audit?about=passkey", "Signed in with a passkey"],
  "audit log, of a passkey": [`/audit?target=${passkeyId}`, "Signed in with a passkey"],
  members: ["/members", "Invite"],
  "settings, general": ["/settings", "Client id"],
  "settings, sites": ["/settings/sites", "Relying party id"],
  "settings, hosted pages": ["/settings/hosted-pages", "Redirect URIs"],
  "settings, sign-in": ["/settings/sign-in", "Passkeys per user"],
  "settings, limits": ["/settings/limits", "Attempts per code"],
  "settings, branding": ["/settings/branding", "iframe"],
  "settings, danger": ["/settings/danger", "Delete"],
});

/**
 * The built server on this installation's database, and what asks it for each page of a tenancy as
 * a signed-in owner's browser does.
 */
export async function openPages(
  root: string,
  port: number,
  installation: Installation,
  service: Service,
) {
  keepOffServerCore(process.pid);
  const server = await startKeystead(root, port, installation);
  const { cookie } = await createTestOperator(service).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const ask = async (path: string, shows: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { cookie: `keystead-operator=${cookie}` },
      redirect: "manual",
    });
    const html = await reply.text();
    if (reply.status !== 200 || !html.includes(shows))
      throw new Error(`${path} answered ${reply.status} and does not show ${shows}`);
  };
  const asks = (contents: Contents) =>
    Object.fromEntries(
      Object.entries(pages(contents)).map(([name, [path, shows]]) => [
        name,
        () => ask(`/console/${contents.tenancyId}${path}`, shows),
      ]),
    );
  return { asks, stop: () => server.stop() };
}
