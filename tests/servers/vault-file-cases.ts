import { sampleLine } from "@/testing/import-lines";
import { exporter, ndjson, toText } from "@/testing/vault-files";
import { asPage, forbidden, notAllowed, post, type ServerCase } from "./server-case";
import { registerUser } from "./server-fixture";

export const importCases: ServerCase[] = [
  {
    name: "export the vault",
    status: 200,
    tenancyIdOf: ({ stranger }) => stranger.id,
    wire: async ({ stranger }) => {
      await registerUser({ tenancy: stranger });
      return {
        method: "GET",
        path: "passkeys/export",
        headers: (await exporter(stranger)).headers,
      };
    },
  },
  {
    name: "HEAD of the export",
    status: 200,
    wire: async ({ tenancy }) => ({
      method: "HEAD",
      path: "passkeys/export",
      headers: (await exporter(tenancy)).headers,
    }),
  },
  {
    name: "export with a key without the scope",
    ...forbidden,
    wire: ({ key }) => ({ method: "GET", path: "passkeys/export", headers: key }),
  },
  {
    name: "POST to the export",
    ...notAllowed,
    wire: ({ key }) => post("passkeys/export", {}, key),
  },
  {
    name: "import a passkey",
    status: 200,
    tag: "VaultImport",
    wire: ({ key }) => post("passkeys/import", toText([sampleLine(), {}]), { ...key, ...ndjson }),
  },
  {
    name: "import in chunks",
    status: 200,
    tag: "VaultImport",
    wire: ({ key }) =>
      post("passkeys/import", toText([sampleLine()]), {
        ...key,
        ...ndjson,
        "transfer-encoding": "chunked",
      }),
  },
  {
    name: "dry run of an import",
    status: 200,
    tag: "VaultImport",
    wire: ({ key }) =>
      post("passkeys/import?dryRun=true", toText([sampleLine()]), { ...key, ...ndjson }),
  },
  {
    name: "import JSON",
    status: 415,
    tag: "@error/UnsupportedMediaType",
    wire: ({ key }) => post("passkeys/import", sampleLine(), key),
  },
  {
    name: "import a compressed body",
    status: 415,
    tag: "@error/UnsupportedMediaType",
    wire: ({ key }) =>
      post("passkeys/import", "x", { ...key, ...ndjson, "content-encoding": "gzip" }),
  },
  {
    name: "import over 16 MiB",
    status: 413,
    tag: "@error/PayloadTooLarge",
    wire: ({ key }) =>
      post("passkeys/import", "{}", {
        ...key,
        ...ndjson,
        connection: "close",
        "content-length": 17 * 1024 * 1024,
      }),
  },
  {
    name: "import without a key",
    ...forbidden,
    wire: () => post("passkeys/import", toText([sampleLine()]), ndjson),
  },
  {
    name: "import from a page",
    ...forbidden,
    wire: () => asPage("passkeys/import", toText([sampleLine()]), ndjson),
  },
  {
    name: "GET of the import",
    ...notAllowed,
    wire: ({ key }) => ({ method: "GET", path: "passkeys/import", headers: key }),
  },
];
