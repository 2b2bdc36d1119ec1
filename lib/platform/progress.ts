import type { Clock } from "./clock";

/** Runs a step of the start. */
export type Progress = <T>(step: string, work: () => Promise<T>) => Promise<T>;

/** Says nothing: for commands, whose output is for the result. */
export const silentProgress: Progress = (_step, work) => work();

/** Writes each step when it begins, and its seconds when it ends, on one line. */
export const writeProgress =
  (clock: Clock, write: (text: string) => void): Progress =>
  async (step, work) => {
    const startedAt = clock.now();
    write(`${step} …`);
    try {
      const result = await work();
      write(` ${((clock.now() - startedAt) / 1_000).toFixed(1)} s\n`);
      return result;
    } catch (error) {
      write(" failed\n");
      throw error;
    }
  };
