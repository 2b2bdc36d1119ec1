import { X509Certificate } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { CompactSign } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMetadataSigner, type MetadataSigner } from "@/testing/metadata-blob";
import { metadataRoot, verifyMetadata } from "./import-metadata";

const now = new Date("2026-11-23");
const dayMs = 24 * 60 * 60 * 1_000;
let signer: MetadataSigner;
let requests = 0;
let server: Server;
beforeAll(async () => {
  signer = await createMetadataSigner(now.getTime());
  server = createServer((_request, response) => {
    requests++;
    response.end();
  }).listen(0, "localhost");
  await new Promise((resolve) => server.once("listening", resolve));
});
afterAll(() => void server.close());

const verify = (blob: string, root = signer.root, at = now) =>
  verifyMetadata(blob, { root, now: at });
const refuses = (blob: string, sentence: RegExp, root = signer.root, at = now) =>
  expect(verify(blob, root, at)).rejects.toMatchObject({
    tag: "@error/BadRequest",
    message: expect.stringMatching(sentence) as string,
  });

test("the pinned root is GlobalSign's Root R3", () => {
  const root = new X509Certificate(metadataRoot);
  expect(root.fingerprint256.replaceAll(":", "").toLowerCase()).toBe(
    "cbb522d7b7f127ad6a0113865bdf1cd4102e7d0759af635a7cf4720dc963c53b",
  );
  expect(root.verify(root.publicKey)).toBe(true);
});

test("reads a BLOB and ignores what it doesn't know", async () => {
  const aaguid = "2FC0579F-8113-47EA-B116-BB5A8DB9202A";
  const statuses: [string, string][] = [["FIDO_CERTIFIED_L1", "2020-01-02"]];
  const blob = await signer.sign({
    no: 7,
    models: [{ aaguid, description: "Key", statuses }],
    nextUpdate: "2026-12-01",
  });
  expect(await verify(blob)).toEqual({
    no: 7,
    nextUpdate: "2026-12-01",
    entries: [
      {
        aaguid: aaguid.toLowerCase(),
        metadataStatement: { description: "Key", attestationRootCertificates: [] },
        statusReports: [{ status: "FIDO_CERTIFIED_L1", effectiveDate: "2020-01-02" }],
      },
    ],
  });
});

describe("the signature", () => {
  test("must be from a chain to the root", async () => {
    const other = await createMetadataSigner(now.getTime());
    await refuses(await other.sign({ no: 1 }), /not signed by the FIDO Metadata Service/);
    await refuses(await signer.sign({ no: 1 }), /not signed by/, metadataRoot);
  });

  test("must be from a certificate for the service's host, in its alternative names", async () => {
    for (const name of ["fidoalliance.org", "mds.fidoalliance.org.example", "*.fidoalliance.org"]) {
      const other = await createMetadataSigner(now.getTime(), { name });
      await refuses(await other.sign({ no: 1 }), /does not name mds\.fido/, other.root);
    }
  });

  test("must be from a certificate that is valid now", async () => {
    const other = await createMetadataSigner(now.getTime(), {
      expiresAtMs: now.getTime() + dayMs,
    });
    const blob = await other.sign({ no: 1 });
    expect(await verify(blob, other.root)).toMatchObject({ no: 1 });
    await refuses(blob, /expired/, other.root, new Date(now.getTime() + 2 * dayMs));
  });

  test("must match every byte of header and payload", async () => {
    const [header = "", payload = "", signature = ""] = (await signer.sign({ no: 1 })).split(".");
    const [, otherPayload = ""] = (await signer.sign({ no: 2 })).split(".");
    await refuses([header, otherPayload, signature].join("."), /signature of the BLOB is wrong/);
    await refuses(
      [header, payload, signature.slice(4)].join("."),
      /signature of the BLOB is wrong/,
    );
    await refuses([header, payload, ""].join("."), /signature of the BLOB is wrong/);
  });

  test.each(["none", "HS256"])("can't use the algorithm %s", async (alg) => {
    const [header = "", payload = ""] = (await signer.sign({ no: 1 })).split(".");
    const fields = JSON.parse(Buffer.from(header, "base64url").toString()) as object;
    const bent = Buffer.from(JSON.stringify({ ...fields, alg })).toString("base64url");
    await refuses(`${bent}.${payload}.`, /signature of the BLOB is wrong/);
    if (alg === "none") return;
    // The public key as a shared secret.
    const forged = await new CompactSign(Buffer.from(payload, "base64url"))
      .setProtectedHeader({ ...fields, alg })
      .sign(new Uint8Array(signer.leaf.publicKey.rawData));
    await refuses(forged, /signature of the BLOB is wrong/);
  });

  test("can't come with a critical header that Keystead doesn't know", async () => {
    const [header = "", payload = "", signature = ""] = (await signer.sign({ no: 1 })).split(".");
    const fields = JSON.parse(Buffer.from(header, "base64url").toString()) as object;
    const bent = Buffer.from(JSON.stringify({ ...fields, crit: ["exp"], exp: 1 }));
    await refuses(
      [bent.toString("base64url"), payload, signature].join("."),
      /signature of the BLOB is wrong/,
    );
  });
});

test("certificates come from the BLOB: `x5u` is never fetched", async () => {
  const url = `http://localhost:${(server.address() as AddressInfo).port}/chain`;
  const both = await signer.sign({ no: 1, header: { x5u: url, jku: url } });
  expect(await verify(both)).toMatchObject({ no: 1 });
  const only = await signer.sign({ no: 1, header: { x5u: url, x5c: [] } });
  await refuses(only, /not a FIDO Metadata BLOB/);
  expect(requests).toBe(0);
});

describe("a malformed BLOB", () => {
  test.each(["", "{}", "a.b.c", "eyJhbGciOiJFUzI1NiJ9.e30.AA"])("%j is refused", async (blob) => {
    await refuses(blob, /not a FIDO Metadata BLOB/);
  });

  test("an oversized one is refused before it is parsed", async () => {
    await refuses("a".repeat(32 * 1024 * 1024 + 1), /larger than 32 MiB/);
  });

  test.each([
    ["no number", { no: undefined }, /not valid at no/],
    ["a fraction", { no: 1.5 }, /not valid at no/],
    ["a number beyond 32 bits", { no: 2 ** 31 }, /not valid at no/],
    ["no day of the next update", { nextUpdate: "soon" }, /not valid at nextUpdate/],
    ["no entries", { entries: {} }, /not valid at entries/],
    [
      "too many entries",
      { entries: Array.from({ length: 10_001 }, () => ({ statusReports: [] })) },
      /not valid at entries/,
    ],
    [
      "an AAGUID that is none",
      { entries: [{ aaguid: "x", statusReports: [] }] },
      /not valid at entries\.0\.aaguid/,
    ],
    ["an entry without statuses", { entries: [{}] }, /not valid at entries\.0\.statusReports/],
  ])("%s is refused", async (_name, payload, sentence) => {
    await refuses(await signer.sign({ no: 1, payload }), sentence);
  });

  test("two entries for one model are refused", async () => {
    const aaguid = "2fc0579f-8113-47ea-b116-bb5a8db9202a";
    const blob = await signer.sign({
      no: 1,
      models: [{ aaguid }, { aaguid: aaguid.toUpperCase() }],
    });
    await refuses(blob, /two entries for the AAGUID/);
  });
});
