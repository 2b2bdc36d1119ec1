import { createServer, get, type Server } from "node:http";
import { connect as connectTcp, type AddressInfo, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  attestWithChain,
  certifiedFormats,
  type CertifiedFormat,
} from "@/lib/testing/authenticator/certified-attestation";
import { createSoftwareAuthenticator } from "@/lib/testing/authenticator/software-authenticator";
import type { ApiReply } from "@/lib/testing/api-client";
import { beginRegistration } from "@/lib/testing/ceremonies";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/lib/testing/test-tenancy";
import { watchConnections, type ConnectionWatch } from "@/lib/testing/watch-connections";
import { provideService } from "@/tests/support/provide-service";
import { workerDatabaseUrl } from "@/tests/support/worker-database";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });

let listener: Server;
let url: string;
let requests: string[] = [];
let watch: ConnectionWatch;
let database: string;

beforeAll(async () => {
  const { hostname, port } = new URL(await workerDatabaseUrl());
  database = `${hostname}:${port || "5432"}`;
});

beforeEach(async () => {
  requests = [];
  listener = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  watch = watchConnections();
});
afterEach(() => {
  watch.stop();
  listener.close().closeAllConnections();
});

const strangers = () => watch.targets.filter((target) => target !== database);

async function registerWith(tenancy: TestTenancy, format: CertifiedFormat): Promise<ApiReply> {
  const phone = device();
  const begun = await beginRegistration(tenancy);
  const response = phone.register(begun.optionsJSON);
  const { key } = phone.credentials[0]!;
  return tenancy.browser("POST", "passkey/registration/verification", {
    sessionToken: begun.sessionToken,
    response: await attestWithChain(response, key, format, url),
  });
}

describe("connections during a registration", () => {
  test.each(certifiedFormats)(
    "%s opens none, regardless of the URLs in its certificates",
    async (format) => {
      const tenancy = await createTestTenancy(run.current, {}, { attestation: "direct" });
      const { status } = await registerWith(tenancy, format);
      expect({ status, requests, strangers: strangers() }).toEqual({
        status: 200,
        requests: [],
        strangers: [],
      });
    },
  );

  test.each(certifiedFormats)(
    "stores an x5c of %s with an attacker's root under its format, unverified",
    async (format) => {
      const tenancy = await createTestTenancy(run.current, {}, { attestation: "direct" });
      expect(await registerWith(tenancy, format)).toMatchObject({
        status: 200,
        body: { _tag: "RegistrationSuccess" },
      });
      const row = await run.current.db.passkey.findFirstOrThrow({
        where: { tenancyId: tenancy.id },
      });
      expect(row.attestationFormat).toBe(format);
      expect(row.attestationObject?.byteLength).toBeGreaterThan(500);
    },
  );

  test("the test observes fetch, http, net and tls", async () => {
    const { host, hostname, port } = new URL(url);
    const isOver = (socket: Socket) =>
      new Promise<void>((resolve) =>
        socket
          .on("error", () => undefined)
          .on("close", () => resolve())
          .end(),
      );
    await (await fetch(`${url}/fetched`)).text();
    await new Promise((resolve) =>
      get(`${url}/got`, { agent: false }, (response) => response.resume().on("end", resolve)),
    );
    await isOver(connectTcp({ host: hostname, port: Number(port) }));
    await isOver(connectTls({ host: hostname, port: Number(port) }));
    expect(requests).toEqual(["/fetched", "/got"]);
    expect(strangers()).toEqual([`${url}/fetched`, host, host, host, host]);
  });
});
