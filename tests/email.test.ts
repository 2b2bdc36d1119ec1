import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { startResendReceiver } from "@/testing/resend-receiver";
import { removeServer, type ServerProcess, startServer } from "@/testing/server-process";
import { startSmtpReceiver } from "@/testing/smtp-receiver";
import { until } from "@/testing/until";
import { newDatabaseUrl } from "@/testing/worker-database";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function start(options: Parameters<typeof startServer>[0]): Promise<ServerProcess> {
  const server = await startServer(options);
  endings.push(() => removeServer(server));
  await server.ready();
  return server;
}

/** Returns the environment of a server on a new database. */
const newInstallation = async () => ({
  KEYSTEAD_MODE: "local",
  DATABASE_URL: await newDatabaseUrl(),
});

/** Ends the claim of a dead server, which would expire after 20 s. */
async function endClaims(server: ServerProcess): Promise<void> {
  const client = new pg.Client({ connectionString: await server.databaseUrl() });
  await client.connect();
  await client.query(`UPDATE "OutboxMail" SET "dueAt" = now() WHERE "state" = 'queued'`);
  await client.end();
}

async function startSmtp() {
  const receiver = await startSmtpReceiver();
  endings.push(() => receiver.goDown());
  return receiver;
}

let count = 0;

/** Creates a challenge, as a customer's backend does. */
async function create(server: ServerProcess): Promise<{ email: string; code: string }> {
  const { tenancyId, apiKey } = await server.demo();
  const response = await fetch(`${server.url}/v2/${tenancyId}/challenges`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ purpose: "login", email: `box-${count++}@example.com` }),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { challenge: { email: string; code: string } }).challenge;
}

const readiness = async (server: ServerProcess) => (await fetch(`${server.url}/readyz`)).status;

test("a slow or stopped email server delays no caller and loses no email; a stop waits for deliveries", async () => {
  const receiver = await startSmtp();
  const mail = { SMTP_URL: receiver.url, MAIL_FROM: "codes@shop.example" };
  const server = await start({ env: { ...(await newInstallation()), ...mail } });
  const arrived = ({ email, code }: { email: string; code: string }) =>
    until(`the email to ${email}`, () => {
      const mail = receiver.mails.find(({ to }) => to.includes(email));
      if (mail === undefined) return null;
      expect(mail.from).toBe("codes@shop.example");
      expect(mail.parsed.text).toContain(code);
      return mail;
    });

  await arrived(await create(server));

  receiver.behaviour = "hold";
  const during = await Promise.all(Array.from({ length: 20 }, () => create(server)));
  await until("emails are held", () => (receiver.held > 0 ? true : null));
  expect(await readiness(server)).toBe(200);
  receiver.release();
  for (const challenge of during) await arrived(challenge);

  await receiver.goDown();
  const missed = await create(server);
  expect(await readiness(server)).toBe(200);
  await receiver.comeBack();
  await arrived(missed);

  const recipients = receiver.mails.flatMap(({ to }) => to);
  expect(recipients).toHaveLength(22);
  expect(new Set(recipients).size).toBe(22);

  receiver.behaviour = "hold";
  const last = await create(server);
  await until("the last email is held", () => (receiver.held > 0 ? true : null));
  server.child.kill("SIGTERM");
  await until("new requests are refused", () =>
    fetch(`${server.url}/healthz`).then(
      () => null,
      () => true,
    ),
  );
  receiver.release();
  expect(await server.exit()).toBe(0);
  await arrived(last);
  expect(server.errors()).toBe("");
});

test("after a server is killed during a delivery, the next server sends the email", async () => {
  const receiver = await startSmtp();
  const env = { ...(await newInstallation()), SMTP_URL: receiver.url };
  const first = await start({ env });
  receiver.behaviour = "hold";
  const { email, code } = await create(first);
  await until("the server delivers the email", () => (receiver.held === 1 ? true : null));
  await first.exit("SIGKILL");
  await until("its connections have ended", () => (receiver.connections === 0 ? true : null));
  receiver.release();
  expect(receiver.mails).toEqual([]);
  await endClaims(first);
  await start({ env, dataFolder: first.dataFolder, port: first.port });
  const mail = await until("the email arrives", () => receiver.mails[0] ?? null);
  expect(mail.to).toEqual([email]);
  expect(mail.parsed.text).toContain(code);
});

test("a retry after a kill sends no email twice if the provider supports idempotency keys", async () => {
  const receiver = await startResendReceiver();
  endings.push(() => receiver.close());
  const resend = { RESEND_API_KEY: "re_test_123", RESEND_BASE_URL: receiver.baseUrl };
  const env = { ...(await newInstallation()), ...resend };
  const first = await start({ env });
  receiver.behaviour = "take and hold";
  const { email } = await create(first);
  await until("the provider accepted the email", () => (receiver.held === 1 ? true : null));
  await first.exit("SIGKILL");
  receiver.release();
  const [key] = receiver.keys;
  await endClaims(first);
  const second = await start({ env, dataFolder: first.dataFolder, port: first.port });
  const next = await create(second);
  await until("both emails are sent", () => (receiver.keys.length === 3 ? true : null));
  expect(receiver.keys.filter((each) => each === key)).toHaveLength(2);
  expect(receiver.mails.map(({ to }) => to)).toEqual([email, next.email]);
  // The server sends neither email again.
  await second.exit("SIGTERM");
  expect(receiver.keys).toHaveLength(3);
});
