import { randomUUID } from "node:crypto";
import type { Call, Reply } from "@/drill/client";
import type { Load } from "./load";
import { expectSuccess } from "./present";

/** Creates a user, then disables and enables them twice. Each step is an event about that user. */
export async function manageUser(load: Load, apiKey: string): Promise<void> {
  const { tenancyId, journal, send } = load;
  const userId = randomUUID();
  const call = (step: string, path: string, body: object): Call => ({
    kind: `user ${step}`,
    method: "POST",
    path: `/v2/${tenancyId}/users${path}`,
    headers: { authorization: `Bearer ${apiKey}` },
    body,
  });
  const requestIds: string[] = [];
  journal.managed.push({ userId, requestIds });
  const isDone = (reply: Reply) => {
    const isSuccess = expectSuccess(load, reply);
    if (isSuccess) requestIds.push(reply.requestId);
    return isSuccess;
  };
  const disable = call("disable", `/${userId}/disable`, { reason: "drill" });
  const enable = call("enable", `/${userId}/enable`, {});
  const steps = [
    call("creation", "", { userId, email: `${userId}@example.com` }),
    ...[disable, enable, disable, enable],
  ];
  // Without a response, the step may have taken effect, and the next one may change nothing.
  for (const step of steps) if (!isDone(await send(step))) return;
}
