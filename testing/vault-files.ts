import { expect } from "vitest";
import { VaultExportLine, type VaultPasskey } from "@/lib/contract/vault";
import type { VaultImport } from "@/lib/contract/vault-import";
import { routes } from "@/server/routes.generated";
import type { ApiReply } from "./api-client";
import type { TestService } from "./test-service";
import type { TestTenancy } from "./test-tenancy";

export const ndjson = { "content-type": "application/x-ndjson" };

/** Creates a key that may export, and returns its id and header. */
export async function exporter(
  tenancy: Pick<TestTenancy, "createKey">,
): Promise<{ id: string; headers: { authorization: string } }> {
  const { id, key } = await tenancy.createKey({ scopes: ["vault:export"] });
  return { id, headers: { authorization: `Bearer ${key}` } };
}

export const parseLines = (text: string): VaultExportLine[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => VaultExportLine.parse(JSON.parse(line)));

/** Exports the vault and returns its passkeys. */
export async function exportOf(tenancy: TestTenancy): Promise<VaultPasskey[]> {
  const { status, text } = await tenancy.backend(
    "GET",
    "passkeys/export",
    undefined,
    (await exporter(tenancy)).headers,
  );
  expect(status).toBe(200);
  const lines = parseLines(text);
  const passkeys = lines.filter((line) => line._tag === "VaultPasskey");
  expect(lines.at(-1)).toEqual({ _tag: "VaultExportEnd", passkeys: passkeys.length });
  expect(lines).toHaveLength(passkeys.length + 1);
  return passkeys;
}

/** Starts an export without reading its body. */
export async function openExport(
  tenancy: TestTenancy,
  headers?: Record<string, string>,
): Promise<Response> {
  const route = routes.find(({ path }) => path.endsWith("/passkeys/export"));
  if (route === undefined) throw new Error("there is no export");
  const request = new Request(`http://localhost/v2/${tenancy.id}/passkeys/export`, {
    headers: headers ?? (await exporter(tenancy)).headers,
  });
  return route.module.GET(request, { params: Promise.resolve({ tenancyId: tenancy.id }) });
}

export const toText = (lines: object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");

export const sendImport = (
  tenancy: TestTenancy,
  lines: object[] | string | Uint8Array,
  { dryRun = false } = {},
): Promise<ApiReply> =>
  tenancy.backend(
    "POST",
    `passkeys/import${dryRun ? "?dryRun=true" : ""}`,
    Array.isArray(lines) ? toText(lines) : lines,
    ndjson,
  );

/** Imports lines and returns the report. Fails unless the response is 200. */
export async function importInto(
  tenancy: TestTenancy,
  lines: object[] | string | Uint8Array,
  options?: { dryRun: boolean },
): Promise<VaultImport> {
  const reply = await sendImport(tenancy, lines, options);
  expect(reply.status, reply.text).toBe(200);
  const report = reply.body as unknown as VaultImport;
  expect(report.created + report.existing + report.conflicting + report.malformed).toBe(
    report.lines,
  );
  return report;
}

/** Starts an import whose body the test writes while it runs. */
export function openImport(tenancy: TestTenancy) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const route = routes.find(({ path }) => path.endsWith("/passkeys/import"));
  const init = {
    method: "POST",
    body: readable,
    headers: { ...ndjson, authorization: `Bearer ${tenancy.apiKey}` },
    duplex: "half",
  };
  const answer = route?.module.POST(new Request("http://localhost/", init), {
    params: Promise.resolve({ tenancyId: tenancy.id }),
  });
  const write = (lines: object[]) => writer.write(Buffer.from(toText(lines)));
  return {
    answer,
    write,
    end: () => writer.close(),
    breakOff: () => writer.abort(new Error("gone")),
  };
}

/** Copies one passkey of the tenancy `count` times. Returns all ids, the newest first. */
export async function multiplyPasskey(
  { db, pool, clock, createId }: TestService,
  { id: tenancyId }: TestTenancy,
  count: number,
): Promise<string[]> {
  const template = await db.passkey.findFirstOrThrow({ where: { tenancyId } });
  const ids = Array.from({ length: count }, () => {
    clock.advance(1);
    return createId();
  });
  await pool.query(
    `INSERT INTO "Passkey" SELECT copy.* FROM "Passkey" template, unnest($3::text[]) AS fresh(id),
       jsonb_populate_record(template, jsonb_build_object('id', fresh.id, 'credentialId', fresh.id)) AS copy
     WHERE template."tenancyId" = $1 AND template."id" = $2`,
    [tenancyId, template.id, ids],
  );
  return [template.id, ...ids].reverse();
}
