import { setTimeout as pause } from "node:timers/promises";
import { until } from "@/testing/until";
import { write } from "./report";
import { readBacklog } from "./stored";

/** Longer than the pause between two retries of an email, and than the pause between two seals. */
const settleMs = 120_000;

/** Waits until background tasks have caught up. If they don't, the checks say what is missing. */
export const settle = (databaseUrl: string) =>
  until(
    "emails are delivered and events sealed",
    async () => {
      await pause(500);
      const { emails, events } = await readBacklog(databaseUrl);
      return emails + events === 0 ? true : null;
    },
    settleMs,
  ).catch((error: unknown) => write(String(error)));
