import type { Service } from "@/lib/domain/base/context";

/** Purges until nothing is due, like the task. Other tests may have left more than one batch. */
export async function purgeAll(
  service: Service,
  ...purges: ((service: Service) => Promise<number>)[]
): Promise<void> {
  for (const purge of purges) while ((await purge(service)) > 0);
}
