import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { asAdmin } from "./admin-connection";
import type { TestCertificate } from "./test-certificate";
import { until } from "./until";

export interface TlsDatabase {
  /** Without an option for TLS, as a superuser. */
  url: string;
  /** Changes the certificate, for connections from then on. */
  present(certificate: TestCertificate): Promise<void>;
  /** Replaces the rules of pg_hba.conf. */
  admit(rules: string): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a PostgreSQL that offers TLS. */
export async function startTlsDatabase(certificate: TestCertificate): Promise<TlsDatabase> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "keystead-tls-"));
  const cluster = await startEmbeddedPostgres({ dataFolder });
  const onServer = <T>(work: (client: pg.Client) => Promise<T>) => asAdmin(cluster.url, work);
  // The postmaster reads its files before it tells the connection to.
  const reload = async (client: pg.Client) => {
    const before = (await client.query<{ at: string }>("SELECT pg_conf_load_time()::text AS at"))
      .rows[0]?.at;
    await client.query("SELECT pg_reload_conf()");
    await until("PostgreSQL to read its configuration", async () => {
      const changed = "SELECT WHERE pg_conf_load_time() > $1::timestamptz";
      return (await client.query(changed, [before])).rowCount === 1 ? true : null;
    });
  };
  // By PostgreSQL itself, because its files belong to another user if this process is root's.
  const write = (client: pg.Client, file: string, text: string) =>
    client.query(
      `COPY (SELECT unnest(string_to_array(${pg.escapeLiteral(text.trim())}, E'\\n')))
      TO PROGRAM ${pg.escapeLiteral(`umask 077; cat > ${file}`)}`,
    );
  const present = (given: TestCertificate) =>
    onServer(async (client) => {
      await write(client, "server.crt", given.cert);
      await write(client, "server.key", given.key);
      await client.query("ALTER SYSTEM SET ssl = on");
      await reload(client);
    });
  await present(certificate);
  return {
    url: cluster.url,
    present,
    admit: (rules) =>
      onServer(async (client) => {
        await write(client, "pg_hba.conf", rules);
        await reload(client);
      }),
    async remove() {
      await cluster.stop();
      for (const folder of [cluster.folder, dataFolder])
        await rm(folder, { recursive: true, force: true });
    },
  };
}
