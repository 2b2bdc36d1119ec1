import { getConfig, setConfig } from "@/lib/config";
import { webhooksOf } from "@/lib/config.webhooks";
import { type Coalesce, createCoalesce } from "@/lib/platform/coalesce";
import { createSecrets } from "@/lib/platform/secret";
import { getService, setService } from "@/lib/service/service";
import { startTestService, type TestService } from "./test-service";

async function withService<T>(
  databaseUrl: string,
  work: (service: TestService) => Promise<T>,
): Promise<T> {
  const service = getService();
  const config = getConfig();
  const other = startTestService(databaseUrl);
  other.clock.advance(service.clock.now() - other.clock.now());
  try {
    return await work(other);
  } finally {
    await other.close();
    setService(service);
    setConfig(config);
  }
}

/** Runs handlers on a second instance with the same database and clock, and empty caches. */
export const withOtherInstance = <T>(work: (service: TestService) => Promise<T>): Promise<T> =>
  withService(getConfig().databaseUrl, work);

/** Runs handlers on another installation with its own database. */
export const withOtherInstallation = <T>(
  databaseUrl: string,
  work: (service: TestService) => Promise<T>,
): Promise<T> => withService(databaseUrl, work);

/** Runs with an unreachable database. */
export const withLostDatabase = <T>(work: () => Promise<T>): Promise<T> =>
  withService("postgresql://nobody@127.0.0.1:1/nowhere", work);

/** Runs with another installation secret. */
export function underSecret(
  service: TestService,
  secret: string,
  previousSecret?: string,
): TestService {
  return { ...service, secrets: createSecrets(secret, previousSecret) };
}

/** Runs with a contact for security reports. */
export async function withSecurityContact<T>(
  securityContact: string,
  work: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const config = getConfig();
  setConfig({ ...config, securityContact });
  try {
    return await work(config.baseUrl);
  } finally {
    setConfig(config);
  }
}

/** Runs in local mode. */
export async function withLocalMode<T>(work: () => Promise<T>): Promise<T> {
  const config = getConfig();
  setConfig({ ...config, mode: "local", webhooks: webhooksOf("local", {}) });
  try {
    return await work();
  } finally {
    setConfig(config);
  }
}

/** Runs with a token for /metrics. */
export async function withMetricsToken<T>(
  metricsToken: string,
  work: () => Promise<T>,
): Promise<T> {
  const config = getConfig();
  setConfig({ ...config, metricsToken });
  try {
    return await work();
  } finally {
    setConfig(config);
  }
}

/** Runs handlers on a service with a replaced part. */
export async function withBroken<T>(
  part: Partial<TestService>,
  work: () => Promise<T>,
): Promise<T> {
  const service = getService();
  const { db } = part;
  // Requests of a tenancy use the replaced part as well.
  setService({
    ...service,
    shareOf: db === undefined ? service.shareOf : () => db,
    ...part,
  });
  try {
    return await work();
  } finally {
    setService(service);
  }
}

/**
 * Runs handlers on several instances in turn, so that one instance's coalescing does not cover
 * another's.
 */
export function withInstances<T>(count: number, work: () => Promise<T>): Promise<T> {
  const processes = Array.from({ length: count }, createCoalesce);
  let next = 0;
  const coalesce: Coalesce = (rules, queue, call) =>
    (processes[next++ % count] as Coalesce)(rules, queue, call);
  return withBroken({ coalesce }, work);
}
