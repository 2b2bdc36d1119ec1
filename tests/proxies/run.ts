// `npm run proof:proxies [program]`: starts each reverse proxy with its sample of deploy/ before
// Keystead, and checks what Keystead needs from it. The program is that of an installed package;
// without one, this repository's build runs.
import { rm } from "node:fs/promises";
import { cloneDatabase } from "@/testing/clone-database";
import { findFreePort, makeDataFolder, removeServer, startServer } from "@/testing/server-process";
import { startTestPostgres } from "@/testing/test-postgres";
import { startTestService } from "@/testing/test-service";
import { makeSecret } from "@/tests/servers/servers";
import { type Checked, checks, open } from "./checks";
import { createCertificate, samples, startProxy } from "./sample-proxy";

const write = (line: string) => process.stdout.write(`${line}\n`);
const count = { passed: 0, failed: 0 };

async function attempt(name: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
    count.passed++;
    write(`passed  ${name}`);
  } catch (error) {
    count.failed++;
    write(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function checkProxies(folder: string, checked: Checked & Parameters<typeof startProxy>[1]) {
  const isReady = async () => {
    const reply = await open(checked, "/readyz").catch(() => undefined);
    reply?.resume();
    return reply?.statusCode === 200;
  };
  for (const sample of samples) {
    let stop = () => Promise.resolve();
    await attempt(`${sample.name}: starts with ${sample.file}`, async () => {
      ({ stop } = await startProxy(sample, { ...checked, folder }, isReady));
    });
    for (const [name, check] of checks)
      await attempt(`${sample.name}: ${name}`, () => check(checked));
    await stop();
  }
}

const folder = makeDataFolder();
const postgres = await startTestPostgres();
const databaseUrl = await cloneDatabase(postgres, "proxies");
const port = await findFreePort();
const certificate = await createCertificate(folder);
const program = process.argv[2];
const server = await startServer({
  args: [program ?? "scripts/start.mjs"],
  env: {
    KEYSTEAD_MODE: "local",
    DATABASE_URL: databaseUrl,
    KEYSTEAD_SECRET: makeSecret(),
    BASE_URL: `https://localhost:${port}`,
    TRUSTED_PROXY_HOPS: "1",
    // For the demo's backend, which calls the API through the proxy.
    NODE_EXTRA_CA_CERTS: certificate.file,
  },
});
try {
  await server.ready();
  const service = startTestService(databaseUrl);
  const { tenancyId } = await server.demo();
  await service.db.tenancy.update({
    where: { id: tenancyId },
    data: { allowedOrigins: [`https://localhost:${port}`] },
  });
  const direct = {
    port: server.port,
    output: server.output,
    stop: () => removeServer(server),
  };
  const servicePort = server.port;
  await checkProxies(folder, { server: direct, service, port, certificate, folder, servicePort });
  await service.close();
} finally {
  await removeServer(server);
  await postgres.stop();
  await rm(folder, { recursive: true });
}
write(`${count.passed} passed, ${count.failed} failed`);
if (count.failed > 0) process.exitCode = 1;
