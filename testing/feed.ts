import type { Event } from "@/lib/contract/event";
import { numberEvents } from "@/lib/domain/event/feed/number-events";
import { readEvents } from "@/lib/domain/event/feed/read-events";
import { sealAndCount } from "@/lib/domain/record/counter/seal-and-count";
import type { TestService } from "./test-service";
import type { TestTenancy } from "./test-tenancy";

/** Seals every event and gives it its number, as the task does each second. */
export async function sealAndNumber(service: TestService): Promise<void> {
  while ((await sealAndCount(service)) !== null);
  await numberEvents(service);
}

/** Returns the tenancy's feed from the first event on, as followers get it. */
export async function feedOf({ ctx }: TestTenancy): Promise<Event[]> {
  const { records } = await readEvents(ctx, { after: 0, limit: 100_000 });
  return JSON.parse(JSON.stringify(records)) as Event[];
}
