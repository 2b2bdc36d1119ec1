/** A number of entries, counted with a bounded cost. */
export interface BoundedCount {
  /** Stops at one more than `limits.countedRows`. */
  count: number;
  /** False if older entries were not read and may match. */
  isExact: boolean;
}
