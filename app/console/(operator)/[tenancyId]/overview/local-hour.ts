/** The calendar day and the hour of a time. */
export interface LocalHour {
  /** Differs for each day, such as "Fri Nov 27 2026". */
  day: string;
  hour: number;
}

/** In the browser's time zone. */
export function localHour(at: number): LocalHour {
  const date = new Date(at);
  return { day: date.toDateString(), hour: date.getHours() };
}

/** In UTC, for the server. */
export function utcHour(at: number): LocalHour {
  const date = new Date(at);
  return { day: date.toISOString().slice(0, 10), hour: date.getUTCHours() };
}
