import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { pino } from "pino";
import type { Person } from "@/bench/population";
import { createApiKey } from "@/lib/domain/access/api-key/create-api-key";
import { createTenancy } from "@/lib/domain/admin/tenancy/create-tenancy";
import type { Service, TenancyContext } from "@/lib/domain/base/context";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import { systemClock } from "@/lib/platform/clock";
import { createCoalesce } from "@/lib/platform/coalesce";
import { connectDatabase } from "@/lib/platform/database";
import { createId } from "@/lib/platform/id";
import { applyMigrations } from "@/lib/platform/migrations";
import { createSecrets } from "@/lib/platform/secret";

/** A database with one tenancy, its key and its users. Keystead and the floor use the same one. */
export interface Installation {
  databaseUrl: string;
  secret: string;
  tenancyId: string;
  apiKey: string;
  origin: string;
}

async function addPeople({ db, tenancy, clock }: TenancyContext, people: Person[]): Promise<void> {
  const now = new Date(clock.now());
  const shared = { tenancyId: tenancy.id, createdAt: now };
  await db.user.createMany({
    data: people.map(({ id, email }) => ({
      ...shared,
      sub: id,
      email,
      emailNormalized: email,
      emailOwned: true,
      selfService: false,
      updatedAt: now,
    })),
  });
  await db.userHandle.createMany({
    data: people.map(({ id, userHandle }) => ({
      ...shared,
      sub: id,
      rpId: tenancy.rpId,
      userHandle,
    })),
  });
  await db.passkey.createMany({
    data: people.map((person) => ({
      ...shared,
      id: person.id,
      sub: person.id,
      rpId: tenancy.rpId,
      credentialId: person.credentialId,
      userHandle: person.userHandle,
      publicKey: new Uint8Array(person.publicKey),
      algorithm: -7,
      signCount: 0n,
      transports: ["internal"],
      backupEligible: false,
      backedUp: false,
      userVerified: true,
      aaguid: "00000000-0000-0000-0000-000000000000",
      attestationFormat: "none",
      username: person.email,
      displayName: person.email,
      namedAt: now,
      updatedAt: now,
    })),
  });
}

/** Creates the context for domain functions on a database, as a request does. */
export function openService({
  databaseUrl,
  secret,
  origin,
}: Pick<Installation, "databaseUrl" | "secret" | "origin">) {
  const { db, shareOf, takeTurn, pool, close } = connectDatabase(databaseUrl, () => undefined);
  const service: Service = {
    db,
    coalesce: createCoalesce(),
    shareOf,
    takeTurn,
    clock: systemClock,
    log: pino({ enabled: false }),
    secrets: createSecrets(secret),
    createId: () => createId(systemClock.now()),
    issuer: origin,
    baseUrl: origin,
    // A running server checks by itself.
    webhooks: { wake: () => undefined },
    deliveries: { wake: () => undefined },
    activity: { note: () => undefined },
    timeline: { note: () => undefined, flush: () => Promise.resolve() },
    followers: { wait: () => Promise.resolve(false) },
  };
  const actor = { kind: "system" } as const;
  const enter = (tenancy: Tenancy): TenancyContext => ({
    ...service,
    tenancy,
    actor,
    requestId: service.createId(),
    client: {},
  });
  return { service, actor, enter, pool, close };
}

// A mailbox keeps as many times as its limits count, so these are no higher than a run needs.
const mailboxLimits = {
  challengesPerTenMinutes: 100,
  challengesPerDay: 100,
  challengesPerHourCeiling: 1_000_000,
};

/** Migrates and fills a database. Limits count as usual but are too high to refuse a request. */
export async function install(
  root: string,
  databaseUrl: string,
  origin: string,
  people: Person[],
): Promise<Installation> {
  await applyMigrations({ databaseUrl, folder: join(root, "prisma/migrations") });
  const secret = randomBytes(48).toString("base64url");
  const { service, actor, enter, pool, close } = openService({ databaseUrl, secret, origin });
  const tenancy = await createTenancy(service, actor, {
    name: "Bench",
    environment: "production",
    rpId: "localhost",
    allowedOrigins: [origin],
  });
  const ctx = enter(tenancy);
  const { key } = await createApiKey(ctx, { name: "Bench" });
  await addPeople(ctx, people);
  const noLimit = 10_000_000;
  await service.db.tenancy.update({
    where: { id: tenancy.id },
    data: {
      optionsPerMinutePerAddress: noLimit,
      optionsPerMinute: noLimit,
      verificationsPerMinutePerAddress: noLimit,
      ...mailboxLimits,
    },
  });
  await pool.query("ANALYZE");
  await close();
  return { databaseUrl, secret, tenancyId: tenancy.id, apiKey: key, origin };
}
