import { createServer, get, type Server } from "node:http";
import { type AddressInfo, connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chainOf } from "@/lib/domain/passkey/attestation/attestation-object";
import { verifyChain } from "@/lib/domain/passkey/attestation/verify-chain";
import type { ApiReply } from "@/testing/api-client";
import {
  attest,
  type CertifiedFormat,
  certifiedFormats,
  linksTo,
} from "@/testing/authenticator/certified-attestation";
import { createAuthority } from "@/testing/authenticator/issue-certificate";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginRegistration } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { type ConnectionWatch, watchConnections } from "@/testing/watch-connections";
import { workerDatabaseUrl } from "@/testing/worker-database";

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

const unknownFormat = "android-safetynet";
const formats = [...certifiedFormats, unknownFormat] as const;

/** Registers with a correct statement whose certificates name `url` wherever they can. */
async function registerWith(
  tenancy: TestTenancy,
  format: CertifiedFormat | typeof unknownFormat,
  issuer = createAuthority("CN=Made-up root"),
): Promise<ApiReply> {
  const phone = device();
  const begun = await beginRegistration(tenancy);
  const response = phone.register(begun.optionsJSON);
  const { key } = phone.credentials[0]!;
  return tenancy.browser("POST", "passkey/registration/verification", {
    sessionToken: begun.sessionToken,
    response: attest(response, key, format === unknownFormat ? "packed" : format, {
      issuer,
      format,
      leaf: (facts) => ({ ...facts, extensions: [...facts.extensions, ...linksTo(url)] }),
    }),
  });
}

const registered = (tenancy: TestTenancy) =>
  run.current.db.passkey.findFirstOrThrow({ where: { tenancyId: tenancy.id } });

describe("connections during a registration", () => {
  test.each(formats)(
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

  test.each(certifiedFormats)("a check of a stored chain of %s opens none", async (format) => {
    const tenancy = await createTestTenancy(run.current, {}, { attestation: "direct" });
    const root = createAuthority("CN=Made-up root");
    await registerWith(tenancy, format, root);
    const { attestationObject } = await registered(tenancy);
    const anchor = verifyChain({
      chain: chainOf(attestationObject!),
      roots: [root.certificate],
      now: new Date(tenancy.ctx.clock.now()),
    });
    expect(anchor).toEqual(Buffer.from(root.certificate));
    expect({ requests, strangers: strangers() }).toEqual({ requests: [], strangers: [] });
  });

  test.each(formats)(
    "stores an x5c of %s with an attacker's root under its format, unverified",
    async (format) => {
      const tenancy = await createTestTenancy(run.current, {}, { attestation: "direct" });
      expect(await registerWith(tenancy, format)).toMatchObject({
        status: 200,
        body: { _tag: "RegistrationSuccess" },
      });
      const row = await registered(tenancy);
      expect(row).toMatchObject({
        attestationFormat: format,
        attestationType: format === unknownFormat ? "invalid" : "basic",
      });
      expect(row.attestationObject?.byteLength).toBeGreaterThan(500);
      expect(row.clientDataHash?.byteLength).toBe(32);
    },
  );

  test("stores the type alone without attestation", async () => {
    const tenancy = await createTestTenancy(run.current);
    await registerWith(tenancy, "packed");
    expect(await registered(tenancy)).toMatchObject({
      attestationType: "basic",
      attestationObject: null,
      attestationChain: null,
      clientDataHash: null,
    });
  });

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
