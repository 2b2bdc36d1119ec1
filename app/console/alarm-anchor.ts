import type { Alarm } from "@/lib/domain/history/alarm/alarm";

/** The id of an alarm on its tenancy's overview. */
export const alarmAnchor = ({ kind }: Pick<Alarm, "kind">): string => `alarm-${kind}`;

/** A link to an alarm on its tenancy's overview. */
export const alarmHref = (tenancyId: string, alarm: Pick<Alarm, "kind">): string =>
  `/console/${tenancyId}#${alarmAnchor(alarm)}`;
