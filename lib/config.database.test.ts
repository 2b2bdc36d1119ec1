import { expect, test } from "vitest";
import { violationsOf } from "@/testing/violations";
import { readConfig } from "./config";

const read = (options: string) => () =>
  readConfig({
    DATABASE_URL: `postgresql://ada:word@db.example/keystead?${options}`,
    KEYSTEAD_MODE: "local",
  });

test("refuses each option that has no effect, and what contradicts itself, without its value", async () => {
  const violations = await violationsOf(
    [
      ["dbname=hush", "after the host"],
      ["sslaccept=strict", "sslmode=verify-full"],
      ["sslaccept=accept_invalid_certs", "sslmode=no-verify"],
      ["require_auth=scram-sha-256", "channel_binding=require"],
      ["channel_binding=require", "needs TLS"],
      ["sslmode=disable&channel_binding=require", "needs TLS"],
      ["sslmode=require&channel_binding=on", "unknown value for channel_binding"],
      ["sslmode=required", "unknown value for sslmode"],
      ["ssl=false&sslmode=require", "contradict"],
      ["ssl=true&sslmode=disable", "contradict"],
      ["sslmode=disable&sslnegotiation=direct", "without TLS"],
      ["sslcert=/hush/cert.pem", "sslcert and sslkey"],
      ["sslkey=/hush/key.pem", "sslcert and sslkey"],
      ["uselibpqcompat=true&sslmode=verify-ca", "sslrootcert"],
      ["sslcrl=/hush/crl.pem", "revocation"],
      ["passfile=/hush", "user and password"],
      ["service=hush", "user and password"],
      ["connection_limit=5", "Remove it"],
      ["connect_timeout=10", "Remove it"],
      ["keepalives=1", "Remove it"],
      ["pgbouncer=true", "session mode"],
      ["port=hush", "unknown value for port"],
      ["client_encoding=latin1", "unknown value for client_encoding"],
      ["target_session_attrs=standby", "unknown value for target_session_attrs"],
      ["gssencmode=require", "unknown value for gssencmode"],
      ["statement_timeout=hush", "unknown value for statement_timeout"],
      ["schema=", "unknown value for schema"],
      ["schema=one&options=-csearch_path=hush", "two schemas"],
      ["options=-c%20search_path=$user,public", "schema's name"],
      ["options=--search_path=%22$user%22,public", "schema's name"],
    ] as const,
    (options, problem) => {
      expect(read(options)).toThrow(problem);
      expect(read(options)).toThrow(/^DATABASE_URL (?!.*hush)/);
    },
  );
  expect(violations).toEqual([]);
});

test("accepts the options that work", async () => {
  const violations = await violationsOf(
    [
      "schema=public",
      "schema=Ident%20ity&options=-c%20search_path=%22Ident%5C%20ity%22,public",
      "options=-csearch_path=identity%20-c%20work_mem=8MB",
      "options=--cluster%3Dmain-1",
      "sslmode=require&channel_binding=require",
      "sslmode=verify-full&sslrootcert=/etc/ca.pem&sslcert=/etc/c.pem&sslkey=/etc/k.pem",
      "ssl=true&sslmode=require&sslnegotiation=postgres&ssl_min_protocol_version=TLSv1.2",
      "uselibpqcompat=true&sslmode=require",
      "ssl=0",
      "application_name=shop&client_encoding=UTF8&target_session_attrs=read-write",
      "statement_timeout=60000",
    ],
    (options) => {
      expect(read(options)).not.toThrow();
    },
  );
  expect(violations).toEqual([]);
});
