import type { Episode } from "@/drill/faults/fault";
import { type Check, check } from "./check";

/** Checks that the system recovered from each fault in time. */
export const checkRecovery = (episodes: Episode[]): Check =>
  check("the system recovers from each fault in time", episodes, (episode) => {
    if (episode.problem !== undefined) return `${episode.name}: ${episode.problem}`;
    const seconds = (episode.recoveredAt - episode.repairedAt) / 1_000;
    return seconds <= episode.recoveryLimitSeconds
      ? undefined
      : `${episode.name}: ${seconds.toFixed(1)} s`;
  });
