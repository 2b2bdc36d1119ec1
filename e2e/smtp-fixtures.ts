import pg from "pg";
import { cloneDatabase } from "@/testing/clone-database";
import { removeServer, type ServerProcess, startServer } from "@/testing/server-process";
import { type SmtpReceiver, startSmtpReceiver } from "@/testing/smtp-receiver";
import type { TestPostgres } from "@/testing/test-postgres";
import { test as base } from "./console-fixtures";

/** Signs the events of Resend that the server accepts. */
export const resendSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

interface Fixtures {
  /** The email provider of the server. */
  smtp: SmtpReceiver;
}

interface WorkerFixtures {
  emailing: { server: ServerProcess; smtp: SmtpReceiver; databaseUrl: string };
}

/** Console tests on a server of their own, whose email provider can refuse, stall and be down. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  emailing: [
    async ({}, provide, workerInfo) => {
      const smtp = await startSmtpReceiver();
      const postgres = JSON.parse(process.env["E2E_POSTGRES"] ?? "") as TestPostgres;
      const databaseUrl = await cloneDatabase(postgres, `emailing_${workerInfo.workerIndex}`);
      const server = await startServer({
        env: {
          KEYSTEAD_MODE: "local",
          DATABASE_URL: databaseUrl,
          SMTP_URL: smtp.url,
          EMAIL_WEBHOOK_SECRET: resendSecret,
        },
      });
      await server.ready();
      await provide({ server, smtp, databaseUrl });
      await removeServer(server);
      await smtp.goDown();
    },
    { scope: "worker" },
  ],
  smtp: async ({ emailing: { smtp }, database }, provide) => {
    // Emails of earlier tests on this server would count toward an outage.
    await database.query('DELETE FROM "OutboxMail"');
    await database.query('DELETE FROM "Alarm"');
    smtp.mails.length = 0;
    smtp.behaviour = "accept";
    await provide(smtp);
  },
  baseURL: async ({ emailing }, provide) => provide(emailing.server.url),
  demo: async ({ emailing }, provide) => provide(await emailing.server.demo()),
  database: async ({ emailing }, provide) => {
    const client = new pg.Client({ connectionString: emailing.databaseUrl });
    await client.connect();
    await provide(client);
    await client.end();
  },
});

export { expect } from "@playwright/test";
