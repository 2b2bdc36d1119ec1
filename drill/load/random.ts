import { randomInt } from "node:crypto";

const steps = 2 ** 32;

/** A random number from 0 up to, but not including, 1. */
export const random = () => randomInt(steps) / steps;

/** Whether an event of this probability happens. */
export const happens = (share: number) => random() < share;
